import { Problem } from '#shared/problem.ts'
import type { Visitor } from '#server/calls/visitor.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'

/** Whoever has no visit has begun no payment. */
export async function payingVisit(visitor: Pick<Visitor, 'visit'>): Promise<Visit> {
  const visit = await visitor.visit()
  if (!visit) throw new Problem('no-pending-payment')
  return visit
}
