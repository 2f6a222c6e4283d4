import { randomInt } from 'node:crypto'
import type { Card } from '../card-gateways/card-form.ts'
import type { CardGateway, Checkout, PayOutcome } from '../card-gateways/card-gateway.ts'
import { capture } from '../card-gateways/card-money.ts'
import { withParameters } from '../card-gateways/return-address.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { World } from '../world/world.ts'
import { sendNotice } from './cinetpay-notice.ts'
import type { CinetpayState, CinetpayTransaction, CinetpayTransactions } from './cinetpay-transactions.ts'

type Context = { world: World; transactions: CinetpayTransactions }

export function cinetpayGateway({ world, transactions }: Context): CardGateway {
  const find = (id: string) => transactions.find(id)
  return {
    face: 'cinetpay',
    brand: 'CinetPay',
    pageOf: (id) => ({ path: `/sandbox/cinetpay/payment/${encodeURIComponent(id)}`, query: {} }),
    find: (id) => checkoutOf(find(id)),
    async charge(id, card, faults) {
      const transaction = find(id)
      return transaction ? charge({ world, transactions }, transaction, { card, faults }) : { kind: 'over' }
    },
    cancel(id) {
      const transaction = find(id)
      if (!transaction) return { kind: 'over' }
      if (isOver(transaction)) return { kind: 'over', returnTo: returnAddress(transaction) }
      const cancelled = transactions.put({ ...transaction, state: 'cancelled', changedAt: world.clock.now() })
      void sendNotice(world, cancelled, {})
      return { kind: 'cancelled', returnTo: returnAddress(cancelled) }
    },
    leave(id) {
      const transaction = find(id)
      return transaction && returnAddress(transaction)
    },
  }
}

type Try = { card: Card; faults: WebhookEffects }

/** With `lateMs` the payer leaves first, and the payment is decided that much later. */
async function charge({ world, transactions }: Context, transaction: CinetpayTransaction, { card, faults }: Try): Promise<PayOutcome> {
  const returnTo = returnAddress(transaction)
  if (isOver(transaction)) return { kind: 'over', returnTo }
  if (card.outcome !== 'pays') {
    const state = card.outcome === 'insufficient-funds' ? 'insufficient' : 'failed'
    await world.store.together(() => {
      const failed = transactions.put({ ...transaction, state, changedAt: world.clock.now() })
      return sendNotice(world, failed, faults)
    })
    return { kind: card.outcome, returnTo }
  }
  if (faults.lateMs === undefined) {
    await settle({ world, transactions }, transaction, faults)
    return { kind: 'paid', returnTo }
  }
  const { lateMs, ...rest } = faults
  world.store.together(() => {
    transactions.put({ ...transaction, state: 'validating' })
    world.scheduler.schedule({ kind: 'cinetpay.settle', data: { token: transaction.token, faults: rest }, afterMs: lateMs })
  })
  return { kind: 'waiting', returnTo }
}

export async function settle({ world, transactions }: Context, transaction: CinetpayTransaction, faults: WebhookEffects): Promise<void> {
  const { transactionId, amount, currency } = transaction
  const operatorId = `MP${randomInt(100_000_000, 999_999_999)}`
  await world.store.together(() => {
    capture(world, { face: 'cinetpay', reference: operatorId, ourReference: transactionId, amount, currency })
    const paid = transactions.put({ ...transaction, state: 'paid', operatorId, changedAt: world.clock.now() })
    return sendNotice(world, paid, faults)
  })
}

/** Paid, or being paid. A refused or cancelled one can be tried again on its page. */
function isOver({ state }: CinetpayTransaction): boolean {
  return state === 'paid' || state === 'validating'
}

function returnAddress({ returnUrl, transactionId, token }: CinetpayTransaction): string {
  return withParameters(returnUrl, { transaction_id: transactionId, token })
}

const SHOWN: Record<CinetpayState, Checkout['state']> = {
  waiting: 'open',
  validating: 'waiting',
  paid: 'paid',
  failed: 'declined',
  insufficient: 'declined',
  cancelled: 'open',
}

function checkoutOf(transaction: CinetpayTransaction | undefined): Checkout | undefined {
  if (!transaction) return undefined
  const { token, transactionId, amount, currency, description, payer, state, returnUrl } = transaction
  const shown = { reference: transactionId, amount, currency, description, payer, state: SHOWN[state] }
  return { id: token, ...shown, leadsTo: [returnUrl] }
}
