/** FIND-1: the number of the payments in the list. */
export const MAX_FOUND = 40

/** Normalises a reference copied from a receipt or an SMS: separators, spaces and lower case. Null if it cannot be a reference. */
export function referenceIn(typed: string): string | null {
  const compact = typed.replace(/[\s\u00a0\u202f._-]/g, '').toUpperCase()
  return /^G[A-HJ-NP-Z2-9]{12}$/.test(compact) ? compact : null
}
