import type { RowId } from './proof-rows.ts'

/** Rows that do not apply to this product, each with the reason. */
export const NOT_APPLICABLE: Partial<Record<RowId, string>> = {
  'abuse 27':
    'the three outcomes have codes of their own (200, 2003, 4001, by the specification), so time could tell nothing more; a reference has 128 bits and belongs to one visit (abuse 26), and codes are compared as keyed hashes',
}

/** Recent requirements without an implementation. Remove a row when it is built and tested. */
export const NOT_BUILT_YET: readonly RowId[] = []
