/** The format of the operator's number of a request. */
export const LEAD_ID_PATTERN = '^[A-Za-z0-9._-]{1,64}$'

const leadId = new RegExp(LEAD_ID_PATTERN)

export function isLeadId(text: string): boolean {
  return leadId.test(text) && !text.endsWith('\n')
}

/** Normalises a copied number such as 'sl - 1234 5678'. Only letters before digits become capitals: other numbers may be case-sensitive. */
export function tidyLeadId(typed: string): string {
  const compact = typed.replace(/[\s\u00a0\u202f]/g, '')
  return /^[a-z]{1,4}-?[0-9]+$/.test(compact) ? compact.toUpperCase() : compact
}
