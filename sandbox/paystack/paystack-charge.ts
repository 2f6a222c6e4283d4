import { capture } from '../card-gateways/card-money.ts'
import type { Card } from '../card-gateways/card-form.ts'
import type { PayOutcome } from '../card-gateways/card-gateway.ts'
import { withParameters } from '../card-gateways/return-address.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { World } from '../world/world.ts'
import { transactionData } from './paystack-answers.ts'
import { WIRE_UNIT, withStep, type Transaction, type Transactions } from './paystack-transactions.ts'
import { sendWebhook } from './paystack-webhooks.ts'

const RESPONSES = { pays: 'Approved', declined: 'Declined', 'insufficient-funds': 'Insufficient Funds' } as const

type Options = { world: World; transactions: Transactions; transaction: Transaction; card: Card; faults: WebhookEffects }

/** One try with a card. A transaction that failed can be tried again; one that was paid is never charged twice. */
export async function chargeCard({ world, transactions, transaction, card, faults }: Options): Promise<PayOutcome> {
  const returnTo = returnAddress(transaction)
  if (isOver(transaction)) return { kind: 'over', returnTo }

  const at = world.clock.now()
  const gatewayResponse = RESPONSES[card.outcome]
  const tried = withStep(transaction, { type: 'action', message: 'Attempted to pay with card', at })
  if (card.outcome !== 'pays') {
    const failed = withStep(tried, { type: 'error', message: `Error: ${gatewayResponse}`, at })
    transactions.put({ ...failed, status: 'failed', gatewayResponse, card })
    world.changes.announce()
    return { kind: card.outcome, returnTo }
  }

  const paid: Transaction = {
    ...withStep(tried, { type: 'success', message: 'Successfully paid with card', at }),
    status: 'success',
    gatewayResponse,
    card,
    paidAt: at,
  }
  await world.store.together(() => {
    transactions.put(paid)
    capture(world, {
      face: 'paystack',
      reference: String(paid.id),
      ourReference: paid.reference,
      amount: paid.amount / WIRE_UNIT,
      currency: paid.currency,
    })
    return sendWebhook(world, { event: 'charge.success', data: transactionData(paid) }, { ...paid.noticeFaults, ...faults })
  })
  return { kind: 'paid', returnTo }
}

export function isOver({ status }: Transaction): boolean {
  return status === 'success' || status === 'reversed'
}

/** Undefined when neither the request nor the dashboard named a callback: Paystack then stays on its own page. */
export function returnAddress({ callbackUrl, reference }: Transaction): string | undefined {
  return callbackUrl === undefined ? undefined : withParameters(callbackUrl, { trxref: reference, reference })
}
