import { toMajor } from '#shared/money.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import { publicStatus, type MoneyWord } from '../../engine/public-status.ts'
import type { PostgresPaymentStore } from '../orders/payment.store.ts'

/** More than a visit has under way. */
const MAX_ORDERS = 20

/** The money may still move, in either direction. */
const OPEN: ReadonlySet<MoneyWord> = new Set([
  'waiting',
  'being-confirmed',
  'being-checked',
  'taken',
  'held',
  'coming-back',
  'second-coming-back',
  'delivered-coming-back',
])

/** ERASE-1: the newest payments of a visit that have not ended. */
export async function createPayments(
  { db, store, clock }: { db: Database; store: Pick<PostgresPaymentStore, 'read'>; clock: Clock },
  visit: Visit | null,
): Promise<{ reference: string; amount: number; currencyCode: string }[]> {
  if (!visit || visit.hasPreviousCookie) return []
  const rows = await db
    .selectFrom('pay_order')
    .select(['id', 'reference', 'amount_minor', 'currency'])
    .where('visit_id', '=', visit.id)
    .orderBy('created_at', 'desc')
    .limit(MAX_ORDERS)
    .execute()
  const states = await Promise.all(rows.map(({ id }) => store.read(id)))
  return rows.flatMap(({ reference, amount_minor: minor, currency }, place) => {
    const state = states[place]
    return state && OPEN.has(publicStatus(state, clock.now()).money)
      ? [{ reference, amount: toMajor({ minor, currency }), currencyCode: currency }]
      : []
  })
}
