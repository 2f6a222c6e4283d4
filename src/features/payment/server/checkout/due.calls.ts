import { serve, type Served } from '#server/calls/serve.ts'
import { success } from '#shared/reply.ts'
import { readDue, renewPurchase } from '#features/purchase/contract.ts'
import type { DuePayments } from './due-payments.ts'

export function dueCalls(due: DuePayments): Served[] {
  return [
    serve(readDue, async ({ purchaseId }, visitor) =>
      success(await due.read({ purchaseId, visit: await visitor.visit(), caller: await visitor.caller() })),
    ),
    serve(renewPurchase, async ({ purchaseId }, visitor) =>
      success(await due.renew({ purchaseId, visit: await visitor.visit(), caller: await visitor.caller() })),
    ),
  ]
}
