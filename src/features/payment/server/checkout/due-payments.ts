import type { ProductConfig } from '#features/site-content/server/product-config.ts'
import type { DuePayment, QueryData } from '#features/purchase/contract.ts'
import { findPurchase, keepPurchase } from '#features/purchase/server/purchase.store.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import { Problem } from '#shared/problem.ts'
import { readStanding } from '../../engine/pay-order.ts'
import type { PaymentPorts } from '../../engine/payment-ports.ts'
import type { Standing } from '../../engine/subjects.ts'
import { newOrder } from '../orders/new-order.ts'
import { keysOf } from '../orders/order-queries.ts'
import type { PostgresPaymentStore } from '../orders/payment.store.ts'

export type DuePayments = {
  /** PAID-1: the current state of a purchase's subject. */
  read(asked: { purchaseId: string; visit: Visit | null; caller: Caller }): Promise<DuePayment>
  /** A purchase of the amount due now, when it changed; only for the visit that was shown the bill. */
  renew(asked: { purchaseId: string; visit: Visit; caller: Caller }): Promise<{ purchaseId: string }>
}

type Deps = {
  store: PostgresPaymentStore
  readSubject: PaymentPorts['readSubject']
  db: Database
  clock: Clock
  rateLimiter: RateLimiter
  config: ProductConfig
}

const PROBLEMS = { 'not-owed': 'nothing-due', changed: 'due-changed', held: 'being-paid', unreadable: 'operator-unavailable' } as const

export function refuseWhatIsNotDue({ kind }: Exclude<Standing, { kind: 'owed' }>): never {
  throw new Problem(PROBLEMS[kind], `the subject is ${kind}`)
}

export function createDuePayments(parts: Deps): DuePayments {
  const { store, readSubject, db, clock, rateLimiter, config } = parts

  async function look({ purchaseId, visit, caller }: { purchaseId: string; visit: Visit | null; caller: Caller }) {
    await rateLimiter.consume('buying', caller)
    const purchase = await findPurchase(db, purchaseId, clock.now())
    if (!purchase) throw new Problem('no-pending-payment')
    const isOwner = visit !== null && !visit.hasPreviousCookie && purchase.visitId.equals(visit.id)
    const own = visit && (await store.findOrderOf(keysOf(purchaseId, visit), visit.id))
    const order = newOrder(purchase.queryData, clock.now())
    const reading = { store, now: () => clock.now(), readSubject }
    const standing: Standing = order.subject ? await readStanding(reading, { ...order, id: own ?? order.id }) : { kind: 'owed' }
    return { purchase, isOwner, standing }
  }

  return {
    async read(asked) {
      const { purchase, isOwner, standing } = await look(asked)
      const { amount, askedLink } = purchase.queryData
      const holder = standing.kind === 'held' ? await store.readWithExtras(standing.by) : null
      const isOwnHold = asked.visit !== null && !asked.visit.hasPreviousCookie && holder?.extras.visitId.equals(asked.visit.id) === true
      return {
        state: standing.kind,
        isLink: askedLink !== undefined,
        amount,
        // S9: only the visit that was shown the bill may see its current amount.
        due: isOwner && standing.kind === 'changed' ? await payable(standing.due, purchase.queryData) : null,
        until: standing.kind === 'held' ? standing.until.toISOString() : null,
        transactionId: isOwnHold && holder ? holder.state.order.id : null,
      }
    },
    async renew(asked) {
      const { purchase, isOwner, standing } = await look(asked)
      const { queryData } = purchase
      if (standing.kind === 'owed') return { purchaseId: asked.purchaseId }
      if (standing.kind !== 'changed') return refuseWhatIsNotDue(standing)
      const due = await payable(standing.due, queryData)
      if (!isOwner || due === null || !queryData.subject) throw new Problem('due-changed', 'it cannot be offered')
      const changed: QueryData = { ...queryData, amount: due, subject: { ...queryData.subject, debt: standing.debt } }
      const { purchaseId } = await keepPurchase({ db, clock }, asked.visit, changed)
      return { purchaseId }
    },
  }

  /** POST-4: an amount that may not be chosen is not offered. */
  async function payable(due: number | null, { transactionType }: QueryData): Promise<number | null> {
    if (due === null || transactionType !== 'POSTPAID_BILL') return due
    const { postMinAmnt, postMaxAmnt } = await config.read()
    return due >= postMinAmnt && due <= postMaxAmnt ? due : null
  }
}
