/** FIND-1: so far back, and so many at once. */
export const FOUND_DAYS = 90
export const MOST_FOUND = 40

/** What people copy from a receipt or an SMS: groups, blanks and small letters are theirs. Null for what no reference can be. */
export function referenceIn(typed: string): string | null {
  const compact = typed.replace(/[\s\u00a0\u202f._-]/g, '').toUpperCase()
  return /^G[A-HJ-NP-Z2-9]{12}$/.test(compact) ? compact : null
}
