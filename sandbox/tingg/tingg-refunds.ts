import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { World } from '../world/world.ts'
import { invalid, NO_REQUEST, type TinggProblem } from './tingg-answers.ts'
import { sendCallback } from './tingg-callback.ts'
import { amountOf, textOf, TINGG_SERVICE_CODE } from './tingg-express.ts'
import { giveBack } from './tingg-pay.ts'
import type { Code, TinggRequest, TinggRequests } from './tingg-requests.ts'

const PROCESSED_AFTER_MS = 5_000
/** What was accepted, or partly given back since: before that there is nothing to refund, it can be rejected. */
const REFUNDABLE_CODES: ReadonlySet<Code> = new Set([183, 186])

type RefundJob = { merchantTransactionId: string; amount: number; reference: string; faults: WebhookEffects }

export type TinggRefunds = {
  /** Starts a refund, or says why not. */
  start(
    body: Record<string, unknown>,
    faults: WebhookEffects,
  ): { kind: 'started'; request: TinggRequest } | { kind: 'refused'; problem: TinggProblem }
}

export function createTinggRefunds(world: World, requests: TinggRequests): TinggRefunds {
  world.scheduler.handle<RefundJob>('tingg.refund', async ({ merchantTransactionId, amount, reference, faults }) => {
    const request = requests.find(merchantTransactionId)
    if (request?.code !== 184 && request?.code !== 185) return 'done'
    await world.store.together(() => {
      const processed = requests.put({ ...request, code: request.code === 185 ? 187 : 186 })
      giveBack(world, processed, { amount, reference })
      return sendCallback(world, processed, faults)
    })
    return 'done'
  })

  return {
    start(body, faults) {
      const request = requests.find(textOf(body['merchant_transaction_id']))
      if (!request) return refused(NO_REQUEST)
      if (textOf(body['service_code']) !== TINGG_SERVICE_CODE) return refused(invalid('Unknown service_code'))
      if (!REFUNDABLE_CODES.has(request.code)) return refused(invalid('Only an acknowledged payment can be refunded'))
      const left = request.amount - request.refunded
      const type = textOf(body['refund_type']).toLowerCase()
      if (type !== 'full' && type !== 'partial') return refused(invalid('refund_type is Full or Partial'))
      const amount = type === 'full' ? left : amountOf(body['amount'], request.currency)
      if (amount === null || amount > left) return refused(invalid('Amount is out of range', 1027))

      const reference = textOf(body['refund_reference']) || `${request.checkoutRequestId}-refund`
      const isFull = amount === left
      const job: RefundJob = { merchantTransactionId: request.merchantTransactionId, amount, reference, faults }
      world.store.together(() => {
        requests.put({ ...request, code: isFull ? 185 : 184, refunded: request.refunded + amount })
        world.scheduler.schedule({ kind: 'tingg.refund', data: job, afterMs: PROCESSED_AFTER_MS })
      })
      return { kind: 'started', request }
    },
  }
}

function refused(problem: TinggProblem): { kind: 'refused'; problem: TinggProblem } {
  return { kind: 'refused', problem }
}
