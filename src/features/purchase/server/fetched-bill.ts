import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Visit } from '#features/visit/server/visit.store.ts'

/** I18: the bill shown to a visit, with its proof, stored in its draft: owner, amount that settles it, and state of the debt. */
const FetchedBill = Type.Object({ msisdn: Type.String(), amount: Type.Integer(), debt: Type.String() })
export type FetchedBill = Static<typeof FetchedBill>

/** A draft may have been written by an older version of the portal: what no longer fits is forgotten. */
export function fetchedBillOf(visit: Visit | null): FetchedBill | null {
  const kept = visit?.draft.fetchedBill
  return visit !== null && !visit.hasPreviousCookie && Value.Check(FetchedBill, kept) ? kept : null
}
