import { randomInt, randomUUID } from 'node:crypto'
import { capture, refund } from '../card-gateways/card-money.ts'
import type { Card } from '../card-gateways/card-form.ts'
import type { PayOutcome } from '../card-gateways/card-gateway.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { World } from '../world/world.ts'
import { sendCallback } from './tingg-callback.ts'
import { isOpen, isUndecided, type Decision, type TinggPayment, type TinggRequest, type TinggRequests } from './tingg-requests.ts'

type Context = { world: World; requests: TinggRequests; request: TinggRequest }

/** One try with a card. A failed one leaves the request open until its due date. */
export async function chargeCard({ world, requests, request }: Context, card: Card, faults: WebhookEffects): Promise<PayOutcome> {
  const code = requests.codeOf(request)
  if (code === 129) return { kind: 'over', returnTo: request.failUrl }
  if (!isOpen(code)) return { kind: 'over', returnTo: request.successUrl }

  const payment: TinggPayment = {
    payerTransactionId: randomUUID(),
    gatewayTransactionId: randomInt(100_000_000, 999_999_999),
    at: world.clock.now(),
    card,
  }
  if (card.outcome !== 'pays') {
    const failedCode = card.outcome === 'insufficient-funds' ? 102 : 99
    requests.put({ ...request, code: failedCode, failedPayments: [...request.failedPayments, payment] })
    world.changes.announce()
    return { kind: card.outcome, returnTo: request.failUrl }
  }

  const paid: TinggRequest = { ...request, code: 178, payment }
  await world.store.together(() => {
    requests.put(paid)
    capture(world, {
      face: 'tingg',
      reference: String(paid.checkoutRequestId),
      ourReference: paid.merchantTransactionId,
      amount: paid.amount,
      currency: paid.currency,
    })
    return sendCallback(world, paid, { ...paid.noticeFaults, ...faults })
  })
  return { kind: 'paid', returnTo: paid.successUrl }
}

/** What the merchant says of a paid request. 180 rejects it: Tingg gives the money back. What was decided before stays. */
export function decide({ world, requests, request }: Context, decision: Decision): void {
  if (!isUndecided(request.code)) return
  world.store.together(() => {
    const isRejected = decision === 180
    requests.put({ ...request, code: decision, ...(isRejected ? { refunded: request.amount } : {}) })
    if (isRejected) giveBack(world, request, { amount: request.amount, reference: `${request.checkoutRequestId}-180` })
  })
}

export function giveBack(world: World, request: TinggRequest, { amount, reference }: { amount: number; reference: string }): void {
  refund(world, { face: 'tingg', reference, ourReference: request.merchantTransactionId, amount, currency: request.currency })
}
