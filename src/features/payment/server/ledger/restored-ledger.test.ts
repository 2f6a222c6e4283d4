import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { fakeOperator } from '#tests/support/fake-operator.ts'
import { cardWorld, scriptedProvider, type CardWorld } from '#tests/support/scripted-provider.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { TRANSACTION } from '#tests/support/wallet-world.ts'
import { runPaymentsCommand } from '../../../../commands/payments-command.ts'

const WAIT = { timeout: 15_000, interval: 100 }
const TABLES = ['pay_order', 'pay_attempt', 'pay_refund', 'pay_event', 'pay_notice', 'purchase']

/** The operator's own ledger: its deliveries by reference. */
const operator = fakeOperator()
const credits: string[] = []
let isOperatorAway = false
operator.deliver = async (_order, { reference }) => {
  if (isOperatorAway) return { ok: false, fault: { kind: 'unavailable' } }
  credits.push(reference)
  return { ok: true, value: { state: 'done', operatorReference: `O-${reference}` } }
}
operator.track = async (_order, reference) =>
  credits.includes(reference)
    ? { ok: true, value: { state: 'done', operatorReference: `O-${reference}` } }
    : { ok: true, value: { state: 'absent' } }

const provider = scriptedProvider('signed')
const database = await testDatabase()
const before = await cardWorld(provider, { operator, database })
before.portal.worker.start()
const { db } = before.portal

const run = (...args: string[]) => runPaymentsCommand(args, async () => db)
const paid = (ref: string) => ({ state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `T-${ref}` }) as const
const declined = { state: 'declined', final: true, reason: 'other', provider: { code: 'no', text: '' } } as const

type Payment = Awaited<ReturnType<CardWorld['aPayment']>>

async function referenceOf({ transactionId }: Payment): Promise<string> {
  return (await db.selectFrom('pay_order').select('reference').where('id', '=', transactionId).executeTakeFirstOrThrow()).reference
}

/** The payer pays at the gateway, which sends a webhook and reports the payment from then on. */
async function pays(world: CardWorld, payment: Payment): Promise<void> {
  provider.answers.set(payment.ref, paid(payment.ref))
  await world.tell(payment, paid(payment.ref))
}

async function isShown(world: CardWorld, { transactionId }: Payment, status: string): Promise<void> {
  await vi.waitFor(async () => expect((await world.details(transactionId)).status).toBe(status), WAIT)
}

async function backUp(): Promise<void> {
  for (const table of TABLES) await sql`create table ${sql.table(`kept_${table}`)} as table ${sql.table(table)}`.execute(db)
}

/** The state after a restore: later rows are gone, changed ones have their old values. */
async function restore(): Promise<void> {
  await sql`truncate pay_notice, pay_event, pay_refund, pay_payer_proof, pay_attempt, pay_order, purchase cascade`.execute(db)
  for (const table of TABLES)
    await sql`insert into ${sql.table(table)} overriding system value table ${sql.table(`kept_${table}`)}`.execute(db)
}

const folder = mkdtempSync(join(tmpdir(), 'guichet-statement-'))
afterAll(() => rmSync(folder, { recursive: true }))

function statement(lines: string[]): string {
  const path = join(folder, 'statement.csv')
  writeFileSync(path, ['reference,amount,currency,state', ...lines].join('\n'))
  return path
}

test(
  'F44 F51 after a restore nothing is charged or delivered twice, missed events are found, and lost payments are named',
  { timeout: 120_000 },
  async () => {
    const done = await before.aPayment()
    await pays(before, done)
    await isShown(before, done, 'SUCCESS')
    const waiting = await before.aPayment()
    const untouched = await before.aPayment()
    const refused = await before.aPayment()
    provider.answers.set(refused.ref, declined)
    await before.tell(refused, declined)
    await isShown(before, refused, 'FAILED')
    isOperatorAway = true
    const queued = await before.aPayment()
    await pays(before, queued)
    const retried = await before.aPayment()
    await vi.waitFor(async () => expect((await before.details(queued.transactionId)).money).toBe('taken'), WAIT)
    await backUp()
    // It was begun after the backup: the ledger will have its order, without any attempt.
    await sql`delete from kept_pay_attempt where ref = ${retried.ref}`.execute(db)
    await sql`update kept_pay_order set next_work_at = null where id = ${retried.transactionId}`.execute(db)

    isOperatorAway = false
    for (const payment of [waiting, refused, retried]) await pays(before, payment)
    before.passMinutes(1)
    for (const payment of [waiting, refused, queued, retried]) await isShown(before, payment, 'SUCCESS')
    const lost = await before.aPayment()
    await pays(before, lost)
    await isShown(before, lost, 'SUCCESS')
    const lostReference = await referenceOf(lost)
    await before.portal.worker.stop()
    const creditsBefore = [...credits].toSorted()
    const startsBefore = provider.starts.length

    await restore()
    const words = (await run('restored')).message
    expect(words).toMatch(/^The ledger ends at 20\d\d-/)
    expect(words).toContain('6 payments are queried')
    const after = await cardWorld(provider, { operator, database })
    after.portal.worker.start()
    for (const payment of [done, waiting, refused, queued]) await isShown(after, payment, 'SUCCESS')
    after.passMinutes(12)
    await vi.waitFor(() => expect(provider.questions.filter((ref) => ref === untouched.ref).length).toBeGreaterThan(0), WAIT)
    await isShown(after, untouched, 'REQUEST_REGISTERED')

    // A payer who comes back and presses again is not charged for an order that may be paid already.
    const again = { transactionId: retried.transactionId, paymentMode: 'PAYMENT_GATEWAY', paymentGateway: 'DPO' }
    expect((await retried.visitor.post(`${TRANSACTION}/process`, again, after.portal)).json().code).toBe('no-pending-payment')
    expect(provider.starts.length).toBe(startsBefore)
    expect([...credits].toSorted()).toEqual(creditsBefore)
    expect(new Set(credits).size).toBe(credits.length)

    const line = ({ ref }: { ref: string }, state = 'paid') => `${ref},500,XOF,${state}`
    const there = statement([...[done, waiting, refused, queued, lost, retried].map((each) => line(each)), line(untouched, 'failed')])
    const compared = (await run('compare', 'dpo', there)).message
    expect(compared.match(/^unknown-here .*$/gm)).toEqual([
      expect.stringContaining(`unknown-here  ${lost.ref}`),
      expect.stringContaining(`unknown-here  ${retried.ref}`),
    ])
    expect(compared.trim().split('\n').slice(2)).toEqual([
      'total paid: there 3000 XOF (6), here 2000 XOF (4)',
      'total refunded: there 0 XOF (0), here 0 XOF (0)',
      '7 lines, 2 differences.',
    ])
    const delivered = statement(credits.map((reference) => `${reference},500,XOF,delivered`))
    expect((await run('compare', 'operator', delivered)).message).toContain(`unknown-here  ${lostReference}`)

    // Facts missing from the ledger go to review: a payment, a delivery, and an order whose payment is lost.
    expect((await run('take-up', 'operator', delivered)).message.split('\n').slice(0, 2)).toEqual([
      `taken-up  ${lostReference}  operator`,
      `payment-lost  ${await referenceOf(retried)}  operator`,
    ])
    expect((await run('take-up', 'dpo', statement([lost, retried, done].map((each) => line(each))))).message).toContain(
      '2 taken up, 0 known',
    )
    const list = (await run('list')).message
    for (const reference of [lost.ref, retried.ref, lostReference, await referenceOf(retried)]) expect(list).toContain(reference)
    expect(provider.starts.length).toBe(startsBefore)
    expect([...credits].toSorted()).toEqual(creditsBefore)
    for (const reference of [lost.ref, retried.ref, lostReference, await referenceOf(retried)])
      expect((await run('resolve', reference, '--as', 'delivered', '--by', 'A. Moussa', '--note', 'seen in both books')).ok).toBe(true)
    expect((await run('list')).message).toBe('No payment is in review.\n')
    await after.portal.worker.stop()
  },
)
