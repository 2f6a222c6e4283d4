import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { sumMoney, sumMoneyOf } from './money-sums.ts'
import {
  readClaimFigures,
  readHours,
  readLedgerFigures,
  readMethodFigures,
  readReviewFigures,
  readUnanswered,
  wholeDays,
} from './overview-figures.ts'
import { readFilter } from './payment-filter.ts'
import { countStandings, listPayments, readPayments } from './payment-list.ts'
import { findPayments, readWanted } from './payment-search.ts'
import { countReviews, listReviews, nextReviewAfter } from './review-list.ts'

const NOON = new Date('2026-11-18T11:00:00Z')
const ORDERS = 40_000
const DAY = readFilter(new URLSearchParams('from=2026-11-18'), NOON)
const asked: CompiledQuery[] = []
let db: Database

beforeAll(async () => {
  const { pool } = await testDatabase()
  const plain = openDatabase(pool)
  // A payment every seven minutes, back from noon; every tenth attempt is refunded, and every two thousandth is in review.
  await sql`
    insert into pay_order (id, reference, client_key, request_hash, visit_id, query_data, delivery, language, amount_minor, currency, wanted_until,
      fulfilment, sends, messages_sent, message_tries, created_at, review, paid_at)
    select lpad(n::text, 22, 'x'), 'G' || lpad(n::text, 12, 'A'), n::text, '', '', '{"transactionType":"PREPAID_RECHARGE"}',
      jsonb_build_object('kind', 'airtime', 'msisdn', (90000000 + n % 9000)::text), 'fr', 1000, 'XOF', now(), 'DONE', 0, '{}', 0,
      ${NOON}::timestamptz - n * interval '7 minutes', case when n % 2000 = 0 then 'overpaid' end, ${NOON}::timestamptz - n * interval '7 minutes'
    from generate_series(1, ${ORDERS}::int) n`.execute(plain)
  await sql`
    insert into pay_attempt (id, order_id, position, ref, correlation_id, connector, is_push, state, is_winner, asked_minor, asked_currency, paid_minor,
      paid_currency, provider_txn_id, payer, queries, is_delivery_reported, created_at)
    select gen_random_uuid(), id, 0, substr(reference, 2), gen_random_uuid(), 'money-push', true, 'PAID', true, 1000, 'XOF', 1000, 'XOF', 'T' || reference,
      jsonb_build_object('msisdn', delivery ->> 'msisdn'), 0, false, created_at from pay_order`.execute(plain)
  await sql`insert into pay_event (order_id, at, kind, source, from_state, to_state)
    select id, created_at, kind, 'query', 'WAITING', 'PAID' from pay_order, unnest(array['seen-paid', 'delivered']) kind`.execute(plain)
  await sql`analyze`.execute(plain)
  db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  })
}, 120_000)

const lateInTheList = { direction: 'older', from: `${(NOON.getTime() - 3 * 3_600_000) * 1000}.GZZZ` } as const
const anId = '9'.padStart(22, 'x')

const READS: Readonly<Record<string, () => Promise<unknown>>> = {
  'the list of a day': () => listPayments(db, DAY, null),
  'a page deep in it': () => listPayments(db, DAY, lateInTheList),
  'a filter that nothing matches': () => listPayments(db, { ...DAY, standing: 'kept', method: 'uba' }, null),
  'its tabs': () => countStandings(db, DAY),
  'the money of a day': () => sumMoney(db, DAY),
  'the money of a payment': () => sumMoneyOf(db, anId),
  'the methods of a day': () => readMethodFigures(db, wholeDays('2026-11-18', '2026-11-18', NOON)),
  'the hours of a day': () => readHours(db, DAY),
  'a payment by reference': () => find('GAAAAAAAAAAA9'),
  'a payment by a reference with a slip': () => find('GAAAAAAAAAAA99'),
  'payments of a number': () => find('90000007'),
  'a payment by the provider’s number': () => find('TGAAAAAAAAAAA9'),
  'the rows of a search': () => readPayments(db, [anId]),
  'the reviews': () => listReviews(db, { reason: null, method: null, olderThanHours: null, references: null }, NOON),
  'their number': () => countReviews(db),
  'the next review': () => nextReviewAfter(db, anId),
  'the reviews of the overview': () => readReviewFigures(db),
  'claims, ledger and unanswered requests': () =>
    Promise.all([readClaimFigures(db, NOON), readLedgerFigures(db), readUnanswered(db, NOON)]),
}

async function find(typed: string) {
  const wanted = readWanted(typed)
  if (!wanted) throw new Error(typed)
  return findPayments(db, wanted)
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Rows that a statement reads of the large tables, whether it keeps them or not. */
function rowsRead(plan: Plan): number {
  const isLarge = ['pay_order', 'pay_attempt', 'pay_event'].includes(plan['Relation Name'] ?? '')
  const own = isLarge ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] : 0
  return own + (plan.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0)
}

test.for(Object.keys(READS))('whatever the number of payments, %s reads only what it shows or counts', async (name) => {
  asked.length = 0
  await READS[name]?.()
  const queries = [...asked]
  expect(queries.length).toBeGreaterThan(0)
  let read = 0
  for (const { sql: text, parameters } of queries) {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]),
    )
    read += rowsRead(rows[0]?.['QUERY PLAN'][0]?.Plan ?? { 'Node Type': '', 'Actual Rows': Infinity, 'Actual Loops': 1 })
  }
  // A day has about two hundred payments, each with a few rows; one reading of a whole table would be forty thousand.
  expect(read, `${read} rows`).toBeLessThan(5000)
})
