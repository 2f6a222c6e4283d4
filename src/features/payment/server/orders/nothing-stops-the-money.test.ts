import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { cardWorld, scriptedProvider } from '#tests/support/scripted-provider.ts'
import { runPaymentsCommand } from '../../../../commands/payments-command.ts'

const WAIT = { timeout: 30_000, interval: 100 }

const signed = scriptedProvider('signed')
const world = await cardWorld(signed)
world.portal.worker.start()
afterAll(() => world.portal.worker.stop())

const paid = (providerTxnId: string, minor: number | null = 500, currency = 'XOF') => ({
  state: 'paid',
  amount: { minor, currency },
  providerTxnId,
})

const statusOf = async (transactionId: string) => (await world.details(transactionId)).status
const list = async () => (await runPaymentsCommand(['list'], async () => world.portal.db)).message

/** A payer meanwhile gets what they paid for. */
async function somebodyElsePays(): Promise<void> {
  const other = await world.aPayment()
  await world.tell(other, paid(`T-${other.ref}`))
  await vi.waitFor(async () => expect(await statusOf(other.transactionId)).toBe('SUCCESS'), WAIT)
}

test.for([
  ['nothing', 0],
  ['less than nothing', -500],
  ['no number', null],
  ['more than a number holds', 1e300],
] as const)('F53 F54 I13 a signed webhook of %s blocks nothing, is queried, and is in review within ten minutes', async ([, minor]) => {
  const absurd = await world.aPayment()
  const questions = signed.questions.length
  expect(await world.tell(absurd, paid(`T-${absurd.ref}`, minor))).toBe(200)
  await vi.waitFor(() => expect(signed.questions.slice(questions)).toContain(absurd.ref), WAIT)
  expect(await world.details(absurd.transactionId)).toMatchObject({ money: 'being-checked', isFinal: false })
  await somebodyElsePays()
  world.passMinutes(6)
  await vi.waitFor(async () => expect(await world.reviewOf(absurd.transactionId)).toBe('paid-unreadable'), WAIT)
})

test('F53 I13 a receipt of another order pays nothing, blocks nothing, and goes to review', async () => {
  const first = await world.aPayment()
  await world.tell(first, paid('T-SHARED'))
  await vi.waitFor(async () => expect(await statusOf(first.transactionId)).toBe('SUCCESS'), WAIT)
  const second = await world.aPayment()
  await world.tell(second, paid('T-SHARED'))
  await vi.waitFor(async () => expect(await world.reviewOf(second.transactionId)).toBe('receipt-used'), WAIT)
  expect(await world.details(second.transactionId)).toMatchObject({ status: 'REQUEST_REGISTERED', money: 'being-checked' })
  await somebodyElsePays()
})

test('F52 F53 I13 an order that cannot be written fails five times, becomes a dead letter, and is retried when a person says so', async () => {
  const poisoned = await world.aPayment()
  await sql`create or replace function refuse_poisoned() returns trigger language plpgsql as $$ begin
    if new.id = ${sql.lit(poisoned.transactionId)} then raise exception 'poisoned'; end if; return new; end $$`.execute(world.portal.db)
  await sql`create trigger refuse_poisoned before update on pay_order for each row execute function refuse_poisoned()`.execute(
    world.portal.db,
  )
  await world.tell(poisoned, paid('T-POISONED'))
  await somebodyElsePays()
  const failures = async () => {
    const rows = await world.portal.db.selectFrom('work_trouble').select(['kind', 'failures', 'until']).execute()
    return rows.find(({ kind }) => kind === 'notice')
  }
  for (let failed = 1; failed <= 5; failed += 1) {
    await vi.waitFor(async () => expect((await failures())?.failures).toBe(failed), WAIT)
    world.passMinutes(5)
  }
  expect(await failures()).toMatchObject({ until: null })
  const line = /webhook:(\d+) .*failed 5 times: .*poisoned/.exec(await list())
  expect(line).not.toBeNull()
  await somebodyElsePays()
  await sql`drop trigger refuse_poisoned on pay_order`.execute(world.portal.db)
  expect((await runPaymentsCommand(['retry', `webhook:${line?.[1]}`, '--by', 'A. Moussa'], async () => world.portal.db)).ok).toBe(true)
  await vi.waitFor(async () => expect(await statusOf(poisoned.transactionId)).toBe('SUCCESS'), WAIT)
})

test('F54 I17 excess money is delivered, shown as the payer’s, and in review until refunded', async () => {
  const payment = await world.aPayment()
  await world.tell(payment, { ...paid(`T-${payment.ref}`, 750), isOtherAmount: true })
  await vi.waitFor(async () => expect(await statusOf(payment.transactionId)).toBe('SUCCESS'), WAIT)
  expect(await world.details(payment.transactionId)).toMatchObject({ excess: { currencyCode: 'XOF', amount: 250, isReturned: false } })
  expect(await world.reviewOf(payment.transactionId)).toBe('overpaid')
  const { refTransactionId } = await world.details(payment.transactionId)
  const words = ['resolve', String(refTransactionId), '--as', 'excess-returned', '--by', 'A. Moussa', '--note', 'by bank', '--emergency']
  expect((await runPaymentsCommand(words, async () => world.portal.db)).ok).toBe(true)
  expect(await world.details(payment.transactionId)).toMatchObject({ status: 'SUCCESS', excess: { isReturned: true } })
  expect(await world.reviewOf(payment.transactionId)).toBeNull()
})

test('F54 an amount that the provider itself calls too little is held, and goes to review at once', async () => {
  const payment = await world.aPayment()
  await world.tell(payment, { ...paid(`T-${payment.ref}`, 400), isOtherAmount: true })
  await vi.waitFor(async () => expect(await world.reviewOf(payment.transactionId)).toBe('paid-another-amount'), WAIT)
  expect(await world.details(payment.transactionId)).toMatchObject({ status: 'REQUEST_RAISED', money: 'held' })
})

test.for([
  ['another currency', 500, 'USD'],
  ['too little', 1, 'XOF'],
  ['too much', 50_000, 'XOF'],
] as const)(
  'F54 F64 I19 a signed webhook of %s is queried, credits nothing, and is in review within ten minutes',
  async ([, minor, currency]) => {
    const payment = await world.aPayment()
    const questions = signed.questions.length
    await world.tell(payment, paid(`T-${payment.ref}`, minor, currency))
    await vi.waitFor(() => expect(signed.questions.slice(questions)).toContain(payment.ref), WAIT)
    expect(await world.details(payment.transactionId)).toMatchObject({ money: 'being-checked', isFinal: false })
    world.passMinutes(6)
    await vi.waitFor(async () => expect(await world.reviewOf(payment.transactionId)).toBe('answer-differs'), WAIT)
    expect(await world.details(payment.transactionId)).toMatchObject({ status: 'REQUEST_REGISTERED', money: 'being-checked' })
  },
)

test('F21 F55 I16 twenty parallel presses of one purchase open one page, and all get it', async () => {
  const visitor = (await world.aPayment()).visitor
  const purchase = { kind: 'airtime', msisdn: '90000001', amount: 500, redirectPage: '/prepaid-recharge' }
  const TRANSACTION = '/orp/bfe/api/portal-service/transaction/v1'
  const { purchaseId } = (await visitor.post(`${TRANSACTION}/purchase`, purchase)).json().result
  const { transactionId } = (await visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount: 500 })).json().result
  const before = signed.starts.length
  signed.begin = () => new Promise((resolve) => setTimeout(resolve, 300))
  const answers = await Promise.all(Array.from({ length: 20 }, () => world.process(visitor, transactionId)))
  signed.begin = async () => {}
  expect(signed.starts.length - before).toBe(1)
  expect(new Set(answers.map(({ redirectUrl }) => redirectUrl))).toEqual(new Set([`https://pay.example/${signed.starts.at(-1)?.ref}`]))
})

test('abuse 84 a stored page that belongs to no gateway any more is not given to the payer', async () => {
  const payment = await world.aPayment()
  const action = JSON.stringify({ type: 'redirect', url: 'https://pay.example.evil.test/' })
  await world.portal.db.updateTable('pay_attempt').set({ action }).where('order_id', '=', payment.transactionId).execute()
  expect(await world.process(payment.visitor, payment.transactionId)).toMatchObject({ redirectUrl: null, popupAccessCode: null })
})

test('F11 a signed refusal after the money came changes nothing and is recorded in the ledger', async () => {
  const payment = await world.aPayment()
  await world.tell(payment, paid(`T-${payment.ref}`))
  await vi.waitFor(async () => expect(await statusOf(payment.transactionId)).toBe('SUCCESS'), WAIT)
  await world.tell(payment, { state: 'declined', final: true, reason: 'other', provider: { code: 'no', text: '' } })
  const kinds = async () => {
    const rows = await world.portal.db.selectFrom('pay_event').select('kind').where('order_id', '=', payment.transactionId).execute()
    return rows.map(({ kind }) => kind)
  }
  await vi.waitFor(async () => expect(await kinds()).toContain('seen-declined'), WAIT)
  expect(await statusOf(payment.transactionId)).toBe('SUCCESS')
})

test('I14 a signed refusal alone ends nothing: the provider is queried first', async () => {
  const payment = await world.aPayment()
  await world.tell(payment, { state: 'declined', final: true, reason: 'other', provider: { code: 'no', text: '' } })
  await vi.waitFor(() => expect(signed.questions).toContain(payment.ref), WAIT)
  expect(await world.details(payment.transactionId)).toMatchObject({ status: 'REQUEST_REGISTERED', money: 'waiting' })
})

test('F61 two hundred returns within moments cause one provider query', async () => {
  const payment = await world.aPayment()
  const url = new URL(payment.urls.return)
  const come = () => world.portal.call({ url: url.pathname + url.search, headers: { origin: '' } })
  const answers = await Promise.all(Array.from({ length: 200 }, come))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([303]))
  expect(signed.questions.filter((ref) => ref === payment.ref)).toHaveLength(1)
})
