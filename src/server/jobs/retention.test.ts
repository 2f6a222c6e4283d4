import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '#tests/support/test-database.ts'
import { systemClock } from '../clock.ts'
import { openDatabase } from '../database/database.ts'
import { createHousekeeping, type HousekeepingDeps } from './housekeeping.ts'
import { HOLDS_NOBODY, KEPT_BY_LAW, RETENTION, type RetentionStep } from './retention.ts'

const { pool } = await testDatabase()
const db = openDatabase(pool)

function housekeepingOf(change: Partial<HousekeepingDeps> = {}) {
  const onFailure = vi.fn()
  const countWorkFailure = vi.fn()
  return {
    onFailure,
    countWorkFailure,
    ...createHousekeeping({ db, clock: systemClock, metrics: { countWorkFailure }, onFailure, ...change }),
  }
}

const VISIT = `decode(md5('keeper') || md5('keeper'), 'hex')`
const challenge = (id: string, endsAt: string) =>
  `insert into one_time_code_challenge (id, msisdn, purpose, visit_id, ends_at) values (rpad('${id}', 22, 'x'), '${id.padStart(8, '9')}', 'LEAD', ${VISIT}, ${endsAt})`
const notice = (mark: string, doneAt: string, origin: string) =>
  `insert into pay_notice (connector, dedupe_key, reference, origin, is_known, notice, body, received_at, done_at)
   values ('dpo', '${mark}', '${mark}', '${origin}', ${origin === 'signed'}, '{}', '', now(), ${doneAt})`

const consoleSession = (mark: string, endsAt: string) =>
  `insert into console_session (id, staff_id, staff_name, roles, sealed, began_at, seen_at, ends_at, roles_at, asked_at)
   values (decode(md5('${mark}') || md5('${mark}'), 'hex'), '${mark}', 'Name', '{care}', '', now(), now(), ${endsAt}, now(), now())`

/** A row of each step whose time is that long ago; `mark` distinguishes it from others. `found` counts rows with the mark. */
const ROWS: Record<RetentionStep, { age: string; insert: (mark: string, at: string) => string; found: (mark: string) => string }> = {
  visits: {
    age: '0 seconds',
    insert: (mark, at) =>
      `insert into visit (id, draft, created_at, expires_at) values (decode(md5('${mark}') || md5('${mark}'), 'hex'), '{}', now(), ${at})`,
    found: (mark) => `select from visit where id = decode(md5('${mark}') || md5('${mark}'), 'hex')`,
  },
  purchases: {
    age: '1 day',
    insert: (mark, at) =>
      `insert into purchase (id, visit_id, query_data, created_at, expires_at) values (rpad('${mark}', 22, 'x'), ${VISIT}, '{}', now(), ${at})`,
    found: (mark) => `select from purchase where id = rpad('${mark}', 22, 'x')`,
  },
  paymentLinks: {
    age: '1 day',
    insert: (mark, at) =>
      `insert into payment_link (id, kind, msisdn, amount, price, made_at, ends_at) values (rpad('${mark}', 14, 'x'), 'airtime', '90000001', 500, 500, now(), ${at})`,
    found: (mark) => `select from payment_link where id = rpad('${mark}', 14, 'x')`,
  },
  pageAnswers: {
    age: '0 seconds',
    insert: (mark, at) =>
      `insert into page_answer (id, path, version, answer, expires_at) values (decode(md5('${mark}'), 'hex'), '/', '', '{}', ${at})`,
    found: (mark) => `select from page_answer where id = decode(md5('${mark}'), 'hex')`,
  },
  cases: {
    age: '365 days',
    insert: (mark, at) =>
      `insert into pay_case (number, order_id, kind, msisdn, language, opened_at, due_at, closed_at)
       select rpad('${mark}', 8, 'x'), id, 'other', '90000001', 'fr', now(), now(), ${at} from pay_order limit 1`,
    found: (mark) => `select from pay_case where number = rpad('${mark}', 8, 'x')`,
  },
  guesses: {
    age: '2 days',
    insert: (mark, at) => `insert into code_guess (msisdn, purpose, weight, guessed_at) values ('${mark}', 'FIND', 1, ${at})`,
    found: (mark) => `select from code_guess where msisdn = '${mark}'`,
  },
  challenges: {
    age: '2 days',
    insert: (mark, at) => challenge(mark, at),
    found: (mark) => `select from one_time_code_challenge where id = rpad('${mark}', 22, 'x')`,
  },
  codes: {
    age: '2 days',
    insert: (mark, at) =>
      `insert into one_time_code (sms_reference, challenge_id, msisdn, code_hash, sent_at, expires_at)
       select rpad('${mark}', 22, 'x'), id, '90000001', '', ${at}, ${at} from one_time_code_challenge where msisdn = '9keeper0'`,
    found: (mark) => `select from one_time_code where sms_reference = rpad('${mark}', 22, 'x')`,
  },
  payerProofs: {
    age: '1 day',
    insert: (mark, at) =>
      `insert into pay_payer_proof (order_id, msisdn, proof_hash, ends_at) values (rpad('keeper', 22, 'x'), '${mark}', '', ${at})`,
    found: (mark) => `select from pay_payer_proof where msisdn = '${mark}'`,
  },
  unaskedSms: {
    age: '2 days',
    insert: (mark, at) => `insert into unasked_sms (reference, msisdn, taken_at) values ('${mark}', '90000001', ${at})`,
    found: (mark) => `select from unasked_sms where reference = '${mark}'`,
  },
  ussdSessions: {
    age: '2 days',
    insert: (mark, at) =>
      `insert into ussd_session (gateway, gateway_session, turn, msisdn, language, step, heard_hash, begun_at, heard_at)
       values ('http', '${mark}', 1, '90000001', 'fr', 0, '', now(), ${at})`,
    found: (mark) => `select from ussd_session where gateway = 'http' and gateway_session = '${mark}'`,
  },
  ussdSteps: {
    age: '2 days',
    insert: (mark, at) =>
      `with session as (insert into ussd_session (gateway, gateway_session, turn, msisdn, language, step, heard_hash, begun_at, heard_at)
       values ('steps', '${mark}', 1, '90000001', 'fr', 0, '', now(), now()) returning id)
       insert into ussd_step (session_id, step, inputs_hash, claimed_at) select id, 0, '${mark}'::bytea, ${at} from session`,
    found: (mark) => `select from ussd_step where inputs_hash = '${mark}'::bytea`,
  },
  ussdPurchases: {
    age: '30 days',
    insert: (mark, at) =>
      `insert into ussd_purchase (purchase_id, msisdn, fingerprint, way, amount, order_id, asked_at)
       values ('${mark}', '90000001', '', 'money', 500, '${mark}', ${at})`,
    found: (mark) => `select from ussd_purchase where purchase_id = '${mark}'`,
  },
  limits: {
    age: '0 seconds',
    insert: (mark, at) => `insert into rate_limit (key, arrives_at) values ('${mark}', ${at})`,
    found: (mark) => `select from rate_limit where key = '${mark}'`,
  },
  nonces: {
    age: '0 seconds',
    insert: (mark, at) => `insert into used_nonce (nonce, expires_at) values ('${mark}', ${at})`,
    found: (mark) => `select from used_nonce where nonce = '${mark}'`,
  },
  strangeNotices: {
    age: '1 day',
    insert: (mark, at) => notice(mark, at, 'unmarked'),
    found: (mark) => `select from pay_notice where reference = '${mark}'`,
  },
  notices: {
    age: '30 days',
    insert: (mark, at) => notice(mark, at, 'signed'),
    found: (mark) => `select from pay_notice where reference = '${mark}'`,
  },
  statementFiles: {
    age: '1 day',
    insert: (mark, at) =>
      `insert into recon_file_part (upload_id, part, sealed, stored_at) values (gen_random_uuid(), 0, '${mark}', ${at})`,
    found: (mark) => `select from recon_file_part where sealed = '${mark}'`,
  },
  feedback: {
    age: '365 days',
    insert: (mark, at) => `insert into feedback (rating, words, language, given_at) values (5, '${mark}', 'fr', ${at})`,
    found: (mark) => `select from feedback where words = '${mark}'`,
  },
  leads: {
    age: '1095 days',
    insert: (mark, at) =>
      `insert into home_broadband_lead (id, reference, submission_key, request_hash, contact_number, product_code, city, is_feasible,
         consented_at, consent_version, language, created_at)
       values (rpad('${mark}', 22, 'x'), '${mark}', '${mark}', '', '90000001', 'P', 'Niamey', true, now(), '1', 'fr', ${at})`,
    found: (mark) => `select from home_broadband_lead where reference = '${mark}'`,
  },
  votes: {
    age: '90 days',
    insert: (mark, at) => `insert into help_vote (visit_id, question_id, is_like, voted_at) values (${VISIT}, '${mark}', true, ${at})`,
    found: (mark) => `select from help_vote where question_id = '${mark}'`,
  },
  consoleSessions: {
    age: '0 seconds',
    insert: (mark, at) => consoleSession(mark, at),
    found: (mark) => `select from console_session where staff_id = '${mark}'`,
  },
  consoleSignIns: {
    age: '0 seconds',
    insert: (mark, at) =>
      `insert into console_sign_in (id, sealed, ends_at) values (decode(md5('${mark}') || md5('${mark}'), 'hex'), '${mark}', ${at})`,
    found: (mark) => `select from console_sign_in where sealed = '${mark}'`,
  },
  consoleFullNumbers: {
    age: '0 seconds',
    insert: (mark, at) =>
      `with session as (${consoleSession(`of-${mark}`, `now() + interval '1 day'`)} returning id)
       insert into console_full_number (session_id, target_kind, target_id, ends_at) select id, 'payment', '${mark}', ${at} from session`,
    found: (mark) => `select from console_full_number where target_id = '${mark}'`,
  },
  counts: {
    age: '731 days',
    insert: (mark, at) =>
      `insert into analytics_count (day, page, action, language, count) values ((${at})::date, '${mark}', 'a', 'fr', 1)`,
    found: (mark) => `select from analytics_count where page = '${mark}'`,
  },
}

async function keepers(): Promise<void> {
  const inADay = `now() + interval '10 days'`
  await pool.query(`insert into visit (id, draft, created_at, expires_at) values (${VISIT}, '{}', now(), ${inADay}) on conflict do nothing`)
  await pool.query(
    `insert into one_time_code_challenge (id, msisdn, purpose, visit_id, ends_at)
     values (rpad('keeper', 22, 'x'), '9keeper0', 'LEAD', ${VISIT}, ${inADay}) on conflict do nothing`,
  )
  await pool.query(
    `insert into pay_order (id, reference, client_key, request_hash, visit_id, query_data, delivery, language, amount_minor, currency, wanted_until,
       fulfilment, sends, messages_sent, message_tries, created_at)
     values (rpad('keeper', 22, 'x'), 'keeper', 'keeper', '', '', '{}', '{}', 'fr', 1, 'XOF', now(), 'NONE', 0, '{}', 0, now()) on conflict do nothing`,
  )
}

const isThere = async (step: RetentionStep, mark: string) => ((await pool.query(ROWS[step].found(mark))).rowCount ?? 0) > 0
const STEPS = Object.keys(RETENTION) as RetentionStep[]

test('every table has a documented retention time, is retained by law, or holds nothing about a person', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const tables = rows.map(({ name }) => name).filter((name) => !name.startsWith('kysely') && !name.includes('migration'))
  const named = new Set<string>([...Object.values(RETENTION).map(({ table }) => table), ...KEPT_BY_LAW, ...HOLDS_NOBODY])
  expect(tables.filter((table) => !named.has(table))).toEqual([])
  expect([...named].filter((table) => !tables.includes(table))).toEqual([])
})

test('older rows are deleted by housekeeping, younger ones stay', async () => {
  await keepers()
  for (const step of STEPS) {
    const { age, insert } = ROWS[step]
    await pool.query(insert(`old${step.slice(0, 5)}`, `now() - interval '${age}' - interval '1 minute'`))
    await pool.query(insert(`new${step.slice(0, 5)}`, `now() - interval '${step === 'counts' ? '729 days' : age}' + interval '5 minutes'`))
  }
  const { round, onFailure } = housekeepingOf()
  await round()
  expect(onFailure.mock.calls).toEqual([])
  const left = await Promise.all(
    STEPS.map(
      async (step) => [step, await isThere(step, `old${step.slice(0, 5)}`), await isThere(step, `new${step.slice(0, 5)}`)] as const,
    ),
  )
  expect(left).toEqual(STEPS.map((step) => [step, false, true]))
})

test('I13 a step that throws stops no other, is counted and recorded each time, and logged once until it succeeds again', async () => {
  await keepers()
  await pool.query(ROWS.limits.insert('after', `now() - interval '1 hour'`))
  const broken = { table: 'visit', isOver: sql`no_such_column < now()` } as const
  const steps: Record<string, typeof broken | (typeof RETENTION)['limits']> = { broken, limits: RETENTION.limits }
  const { round, onFailure, countWorkFailure } = housekeepingOf({ steps })
  await round()
  await round()
  expect(await isThere('limits', 'after')).toBe(false)
  expect(onFailure.mock.calls.map(([step]) => step)).toEqual(['broken'])
  expect(countWorkFailure).toHaveBeenCalledTimes(2)
  const troubles = () => pool.query(`select failures from work_trouble where kind = 'housekeeping' and item = 'broken'`)
  expect((await troubles()).rows).toEqual([{ failures: 2 }])
  steps.broken = RETENTION.limits
  await round()
  expect((await troubles()).rows).toEqual([])
})

test('a database that is down ends no round with an exception', async () => {
  const gone = openDatabase(new (await import('pg')).default.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' }))
  const { round, onFailure } = housekeepingOf({ db: gone, steps: { limits: RETENTION.limits } })
  await round()
  expect(onFailure).toHaveBeenCalledTimes(1)
  await gone.destroy()
})

test('many rows are deleted in batches, by two replicas at once, and by the database’s clock', async () => {
  await pool.query(
    `insert into rate_limit (key, arrives_at) select 'many' || n, now() - interval '1 second' from generate_series(1, 4500) n`,
  )
  await pool.query(`insert into rate_limit (key, arrives_at) values ('many-later', now() + interval '1 hour')`)
  // A process whose clock is a year ahead deletes nothing early.
  const ahead = { clock: { now: () => new Date(Date.now() + 365 * 24 * 3_600_000) } }
  await Promise.all([housekeepingOf(ahead).round(), housekeepingOf(ahead).round()])
  const { rows } = await pool.query(`select key from rate_limit where key like 'many%'`)
  expect(rows).toEqual([{ key: 'many-later' }])
})

test.for(['fr', 'en'] as const)('the privacy page promises what housekeeping does: %s', (language) => {
  const page = readFileSync(new URL(`../../../content/${language}/privacy-policy-config.json`, import.meta.url), 'utf8')
  for (const { promise, holds } of Object.values(RETENTION)) expect(page, holds).toContain(promise[language])
})

test('docs/operations.md lists the same', () => {
  const docs = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8').replace(/ +/g, ' ')
  for (const { table, holds, keeps } of Object.values(RETENTION)) expect(docs).toContain(`| \`${table}\` | ${holds} | ${keeps} |`)
})
