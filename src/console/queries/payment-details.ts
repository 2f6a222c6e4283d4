import { sql } from 'kysely'
import type { PaymentState } from '#features/payment/engine/records.ts'
import type { OrderExtras, PostgresPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import type { ClaimKind } from '#features/find-payment/claim-rules.ts'
import type { Database } from '#server/database/database.ts'
import type { ConnectorId } from '#shared/connector-table.ts'
import type { Money } from '#shared/money.ts'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { sumMoneyOf, type MoneySum } from './money-sums.ts'

export type LedgerRow = {
  id: number
  at: Date
  kind: string
  source: string
  attemptId: string | null
  from: string | null
  to: string | null
  /** The provider's or operator's own words, without secrets. */
  code: string | null
  amount: Money | null
  isSealed: boolean
}

export type NoticeRow = {
  receivedAt: Date
  connector: ConnectorId
  /** What it reports, in the words of the connectors. */
  says: string
  amount: Money | null
  origin: 'signed' | 'marked' | 'unmarked'
  /** Null while it waits for its turn. */
  doneAt: Date | null
  /** A ledger row of the same moment says that it moved the payment. */
  hasMoved: boolean
}

export type ClaimRow = { number: string; kind: ClaimKind; openedAt: Date; dueAt: Date; closedAt: Date | null }

export type PaymentDetails = {
  /** Read before the state: an act on this page is refused when anything changed since. */
  version: number
  state: PaymentState
  extras: OrderExtras
  reviewSince: Date | null
  ledger: LedgerRow[]
  /** Rows of the ledger that are not in `ledger`, of a payment with very many. */
  olderRows: number
  notices: NoticeRow[]
  claims: ClaimRow[]
  money: MoneySum[]
}

const MAX_LEDGER = 200
const MAX_NOTICES = 40

type Parts = { db: Database; store: Pick<PostgresPaymentStore, 'readWithExtras'> }

/** Everything that is known about one payment; null for an unknown reference. */
export async function readPaymentDetails({ db, store }: Parts, reference: string): Promise<PaymentDetails | null> {
  const order = await db
    .selectFrom('pay_order')
    .select(['id', 'version', 'review_since'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (!order) return null
  const kept = await store.readWithExtras(order.id)
  if (!kept) return null
  const [rows, notices, claims, money] = await Promise.all([
    readLedger(db, order.id),
    readNotices(db, order.id),
    readClaims(db, order.id),
    sumMoneyOf(db, order.id),
  ])
  return { ...kept, version: order.version, reviewSince: order.review_since, ...rows, notices, claims, money }
}

async function readLedger(db: Database, orderId: string): Promise<{ ledger: LedgerRow[]; olderRows: number }> {
  const [rows, all] = await Promise.all([
    db.selectFrom('pay_event').selectAll().where('order_id', '=', orderId).orderBy('id', 'desc').limit(MAX_LEDGER).execute(),
    db
      .selectFrom('pay_event')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow(),
  ])
  const ledger = rows.map((row): LedgerRow => ({
    id: row.id,
    at: row.at,
    kind: row.kind,
    source: row.source,
    attemptId: row.attempt_id,
    from: row.from_state,
    to: row.to_state,
    code: row.code === null ? null : maskSecrets(row.code),
    amount: row.amount_minor === null || row.currency === null ? null : { minor: row.amount_minor, currency: row.currency },
    isSealed: row.seal !== null,
  }))
  return { ledger, olderRows: all.count - ledger.length }
}

type StoredNotice = {
  received_at: Date
  connector: ConnectorId
  notice: { seen?: { state?: string; amount?: Money; provider?: { code?: string } } }
  origin: NoticeRow['origin'] | null
  done_at: Date | null
  has_moved: boolean
}

/** By what the provider calls the payment: our reference or its own. */
async function readNotices(db: Database, orderId: string): Promise<NoticeRow[]> {
  const { rows } = await sql<StoredNotice>`
    select n.received_at, n.connector, n.notice, n.origin, n.done_at, exists (
      select from pay_event e where e.order_id = ${orderId} and e.source = 'notice' and e.from_state is distinct from e.to_state
        and e.at between n.received_at and coalesce(n.done_at, n.received_at) + interval '1 second'
    ) as has_moved
    from pay_attempt a join pay_notice n on n.connector = a.connector and n.reference in (a.ref, a.provider_ref)
    where a.order_id = ${orderId}
    order by n.received_at desc, n.id desc limit ${MAX_NOTICES}`.execute(db)
  return rows.map(({ received_at: receivedAt, connector, notice, origin, done_at: doneAt, has_moved: hasMoved }) => {
    const { state = '', amount } = notice.seen ?? {}
    const isMoney = typeof amount?.minor === 'number' && typeof amount.currency === 'string'
    return { receivedAt, connector, says: state, amount: isMoney ? amount : null, origin: origin ?? 'unmarked', doneAt, hasMoved }
  })
}

async function readClaims(db: Database, orderId: string): Promise<ClaimRow[]> {
  const rows = await db
    .selectFrom('pay_case')
    .select(['number', 'kind', 'opened_at', 'due_at', 'closed_at'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ number, kind, opened_at: openedAt, due_at: dueAt, closed_at: closedAt }) => ({
    number,
    kind,
    openedAt,
    dueAt,
    closedAt,
  }))
}
