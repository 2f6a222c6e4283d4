/** The operator's own number of a request. */
export const LEAD_ID_PATTERN = '^[A-Za-z0-9._-]{1,64}$'

const leadId = new RegExp(LEAD_ID_PATTERN)

export function isLeadId(text: string): boolean {
  return leadId.test(text) && !text.endsWith('\n')
}

/** People copy it from a note: 'sl - 1234 5678'. Only letters before digits are made large: other numbers may tell them apart. */
export function tidyLeadId(typed: string): string {
  const compact = typed.replace(/[\s\u00a0\u202f]/g, '')
  return /^[a-z]{1,4}-?[0-9]+$/.test(compact) ? compact.toUpperCase() : compact
}
