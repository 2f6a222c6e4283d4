import type { Card } from '../card-gateways/card-form.ts'
import type { CardGateway, Checkout, PayOutcome } from '../card-gateways/card-gateway.ts'
import { capture } from '../card-gateways/card-money.ts'
import { withParameters } from '../card-gateways/return-address.ts'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { World } from '../world/world.ts'
import type { UbaTransaction, UbaTransactions } from './uba-transactions.ts'

const BANK = 'UBA'

export function ubaGateway(world: World, transactions: UbaTransactions): CardGateway {
  const returnTo = (transaction: UbaTransaction) => returnAddress(world, transaction)
  return {
    face: 'uba',
    brand: 'UBA U-Collect',
    pageOf: (id) => ({ path: '/sandbox/uba/cipg-payportal/paytran', query: { id } }),
    find(id) {
      const transaction = transactions.find(id)
      return transaction && checkoutOf(world, transaction)
    },
    async charge(id, card, faults) {
      const transaction = transactions.find(id)
      return transaction ? chargeCard({ world, transactions, transaction }, card, faults) : { kind: 'over' }
    },
    cancel(id) {
      const transaction = transactions.find(id)
      if (!transaction) return { kind: 'over' }
      if (isDecided(transaction)) return { kind: 'over', returnTo: returnTo(transaction) }
      return { kind: 'cancelled', returnTo: returnTo(transactions.put({ ...transaction, status: 'Cancelled' })) }
    },
    leave(id) {
      const transaction = transactions.find(id)
      return transaction && returnTo(transaction)
    },
  }
}

type Context = { world: World; transactions: UbaTransactions; transaction: UbaTransaction }

/**
 * One card attempt. There is no webhook here; a fault with `lateMs` lets the bank approve that much later, when the payer has long
 * been sent back with `Pending`.
 */
function chargeCard({ world, transactions, transaction }: Context, card: Card, { lateMs }: WebhookEffects): PayOutcome {
  if (isDecided(transaction)) return { kind: 'over', returnTo: returnAddress(world, transaction) }
  if (card.outcome !== 'pays') {
    const declined = transactions.put({ ...transaction, status: 'Declined' })
    world.changes.announce()
    return { kind: card.outcome, returnTo: returnAddress(world, declined) }
  }
  if (lateMs !== undefined) {
    const waiting = world.store.together(() => {
      world.scheduler.schedule({ kind: 'uba.approve', data: { id: transaction.id }, afterMs: lateMs })
      return transactions.put({ ...transaction, status: 'Pending', approvedFrom: world.clock.now() + lateMs })
    })
    return { kind: 'waiting', returnTo: returnAddress(world, waiting) }
  }
  return { kind: 'paid', returnTo: returnAddress(world, approve(world, transactions, transaction)) }
}

export function approve(world: World, transactions: UbaTransactions, transaction: UbaTransaction): UbaTransaction {
  return world.store.together(() => {
    const { id, referenceNumber, amount, currency } = transaction
    capture(world, { face: 'uba', reference: id, ourReference: referenceNumber, amount, currency })
    return transactions.put({ ...transaction, status: 'Approved' })
  })
}

/** Approved, or on its way to be. A declined or cancelled one can be paid after all. */
function isDecided({ status, approvedFrom }: UbaTransaction): boolean {
  return status === 'Approved' || approvedFrom !== undefined
}

function returnAddress(world: World, { referenceNumber, id, status }: UbaTransaction): string {
  return withParameters(world.portal.onFile('uba'), { refNo: referenceNumber, transactionId: id, status, bnk: BANK })
}

function checkoutOf(world: World, transaction: UbaTransaction): Checkout {
  const { id, referenceNumber, amount, currency, description, email, status } = transaction
  return {
    id,
    reference: referenceNumber,
    amount,
    currency,
    description,
    payer: email,
    state: isDecided(transaction) ? 'paid' : status === 'Declined' ? 'declined' : 'open',
    leadsTo: [world.portal.onFile('uba')],
  }
}
