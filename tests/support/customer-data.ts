import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { storePayment } from './console-payments.ts'

const anId = () => randomBytes(16).toString('base64url')

/** Rows of every kind that can be stored about a number; `other` is another person in the same payments. */
export async function storeCustomerData(
  db: Database,
  number: string,
  other: string,
): Promise<{ paid: string; byThem: string; open: string }> {
  const paid = await storePayment(db, {
    msisdn: number,
    email: 'secret@example.ne',
    fulfilment: 'DONE',
    attempts: [{ state: 'PAID', isWinner: true, payer: other, txn: `T-${other}` }],
  })
  const byThem = await storePayment(db, { msisdn: other, attempts: [{ state: 'PAID', isWinner: true, payer: number, txn: `T-${number}` }] })
  const open = await storePayment(db, { msisdn: number, attempts: [{ state: 'WAITING', payer: number }] })
  const visit = randomBytes(32)
  await sql`insert into visit (id, draft, created_at, expires_at) values (${visit}, '{}', now(), now() + interval '1 day')`.execute(db)
  const purchase = (id: string, line: string) =>
    sql`insert into purchase (id, visit_id, query_data, created_at, expires_at)
    values (${id}, ${visit}, ${JSON.stringify({ msisdn: line, transactionType: 'PREPAID_RECHARGE' })}, now(), now() + interval '1 hour')`.execute(
      db,
    )
  await purchase(anId(), number)
  await purchase(anId(), other)
  // The purchase of the payment that is under way: its order carries its id as key.
  await purchase(open.id, number)
  const claim = (order: string, closed: Date | null, msisdn: string) =>
    sql`
    insert into pay_case (number, order_id, kind, msisdn, language, words, right_number, opened_at, due_at, closed_at, answer)
    values (${randomBytes(6).toString('hex').slice(0, 8).toUpperCase()}, ${order}, 'wrong-number', ${msisdn}, 'fr', 'it went to someone else', 'sealed', now(), now(), ${closed},
      ${closed && 'It is settled'})`.execute(db)
  await claim(open.id, null, number)
  await claim(paid.id, new Date(), number)
  await claim(byThem.id, new Date(), other)
  for (const line of [number, other]) {
    await sql`insert into payment_link (id, kind, msisdn, amount, price, made_at, ends_at)
      values (${randomBytes(7).toString('hex')}, 'airtime', ${line}, 500, 500, now(), now() + interval '1 day')`.execute(db)
    await sql`insert into code_guess (msisdn, purpose, weight, guessed_at) values (${line}, 'FIND', 1, now())`.execute(db)
    await sql`insert into ussd_purchase (purchase_id, msisdn, fingerprint, way, amount, order_id, asked_at)
      values (${anId()}, ${line}, 'f', 'money', 500, ${randomBytes(16).toString('hex')}, now())`.execute(db)
  }
  const lead = (contact: string, change: { purchase?: string; sending?: boolean } = {}) =>
    sql`
    insert into home_broadband_lead (id, reference, submission_key, request_hash, contact_number, product_code, city, is_feasible, consented_at,
      consent_version, language, sending_until, purchase_id, created_at)
    values (${anId()}, ${randomBytes(9).toString('hex')}, ${randomBytes(32)}, ${randomBytes(32)}, ${contact}, 'P1', 'Niamey', true, now(), 'v1', 'fr',
      ${change.sending ? new Date(Date.now() + 60_000) : null}, ${change.purchase ?? null}, now())`.execute(db)
  await lead(number)
  await lead(number, { purchase: anId() })
  await lead(number, { sending: true })
  await lead(other)
  return { paid: paid.reference, byThem: byThem.reference, open: open.reference }
}
