import { sql } from 'kysely'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { ConnectorInfo, Observation, PaymentConnector, StartResult } from '#payment-connectors/payment-connector.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { aVisitor, codeWorld } from '#tests/support/code-world.ts'
import { fakeOperator } from '#tests/support/fake-operator.ts'
import { TRANSACTION } from '#tests/support/wallet-world.ts'
import { giveUnaskedSmsBack, takeUnaskedSms } from './unasked-sms.store.ts'

const SAID = { code: 'SAID', text: '' }
const EXPIRED: Observation = { state: 'expired', provider: SAID }
const WAIT = { timeout: 30_000, interval: 100 }
const LONG = { timeout: 90_000 }

let wallet: Observation = EXPIRED
const paid = (txn: string): Observation => ({ state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: txn })

function aConnector(id: ConnectorInfo['id'], paymentMode: ConnectorInfo['paymentMode'], start: () => StartResult): PaymentConnector {
  const facts = { payerProof: 'none', resolves: ['query'], repeat: 'second-payment', refund: 'none' } as const
  return {
    info: { id, paymentMode, currencies: ['XOF'], wireExponent: { XOF: 0 }, ...facts, pollScheduleSeconds: [600] },
    start: async () => start(),
    query: async () => EXPIRED,
  }
}

const operator = fakeOperator()
const deliver = operator.deliver
const world = await codeWorld({
  operator,
  connectors: new Map([
    ['dpo', aConnector('dpo', 'PAYMENT_GATEWAY', () => ({ kind: 'rejected', reason: 'card_declined', provider: SAID }))],
    ['money-push', aConnector('money-push', 'MONEY_PUSH', () => ({ kind: 'settled', providerRef: null, seen: wallet }))],
  ]),
})
const { portal, sent, centre } = world
portal.worker.start()
afterAll(() => portal.worker.stop())
afterEach(() => {
  operator.deliver = deliver
  centre.outcome = 'accepted'
})

let lastNumber = 90_600_000
const aNumber = () => String((lastNumber += 7)) as MobileNumber

type Order = { line: string; payer?: string; isLink?: boolean }

/** Buys airtime for a line, by wallet, or by card where no payer is named. */
async function pays({ line, payer, isLink }: Order): Promise<string> {
  const visitor = aVisitor(portal)
  const purchase = { kind: 'airtime', msisdn: line, amount: 500, redirectPage: '/prepaid-recharge' }
  const { purchaseId } = (await visitor.post(`${TRANSACTION}/purchase`, purchase)).json().result
  const { transactionId } = (await visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount: 500 })).json().result
  if (isLink) await sql`update pay_order set query_data = query_data || '{"askedLink":"x"}' where id = ${transactionId}`.execute(portal.db)
  const method = payer
    ? { paymentMode: 'TENERE_MONEY_PUSH', paymentMobile: payer }
    : { paymentMode: 'PAYMENT_GATEWAY', paymentGateway: 'DPO' }
  await visitor.post(`${TRANSACTION}/process`, { transactionId, ...method })
  return transactionId
}

async function dueOrders(): Promise<number> {
  const due = portal.db.selectFrom('pay_order').select('id').where('next_work_at', '<=', soon())
  return (await due.execute()).length
}

/** On the clock of this test. */
const soon = () => new Date(nowMs + 1000)
let nowMs = Date.now()
function passMinutes(minutes: number): void {
  world.passMinutes(minutes)
  nowMs += minutes * 60_000
}

/** Messages that an order still has to send after everything due has run. */
async function untilQuiet(): Promise<void> {
  await vi.waitFor(async () => expect(await dueOrders()).toBe(0), WAIT)
}

const textsTo = (number: string) => sent.filter(({ to }) => to === number).map(({ text }) => text)

async function droppedFor(orderIds: string[]): Promise<number> {
  const rows = await portal.db.selectFrom('pay_event').select('id').where('kind', '=', 'message-dropped').where('order_id', 'in', orderIds).execute() // prettier-ignore
  return rows.length
}

test('abuse 88 I21 sixty-one orders for one number, paid by cards that are declined, send it no SMS', LONG, async () => {
  const line = aNumber()
  const orders = await Promise.all(Array.from({ length: 61 }, () => pays({ line })))
  passMinutes(11)
  await untilQuiet()
  // A claimed but unfinished step would be due again.
  passMinutes(2)
  await untilQuiet()
  const declined = await portal.db.selectFrom('pay_attempt').select('id').where('order_id', 'in', orders).where('state', '=', 'DECLINED').execute() // prettier-ignore
  expect(declined).toHaveLength(61)
  expect(textsTo(line)).toEqual([])
})

test(
  'MSG-1 a wallet pays for another line: the payer reads what was paid, the line what it received, each in its language',
  LONG,
  async () => {
    const [line, payer] = [aNumber(), aNumber()]
    wallet = paid('one')
    await pays({ line, payer })
    await vi.waitFor(() => expect([...textsTo(line), ...textsTo(payer)]).toHaveLength(2), WAIT)
    expect(textsTo(payer)[0]).toMatch(new RegExp(`^Tenere Mobile: you paid XOF 500, the airtime is on ${line}\\.`))
    expect(textsTo(line)[0]).toMatch(new RegExp(`^Tenere Mobile : 500 F CFA de credit livres au ${line}\\.`))
  },
)

test('MSG-1 a line whose owner chose English on the phone menu gets SMS in English', LONG, async () => {
  const [line, payer] = [aNumber(), aNumber()]
  await sql`insert into ussd_session (gateway, gateway_session, turn, msisdn, language, step, heard_hash, menu, begun_at, heard_at)
    values ('http', ${line}, 1, ${line}, 'en', 0, '', '{}', now(), now())`.execute(portal.db)
  wallet = paid('chosen')
  await pays({ line, payer })
  await vi.waitFor(() => expect(textsTo(line)).toEqual([expect.stringContaining('of airtime credited to')]), WAIT)
})

test('MSG-1 a line that pays for itself gets one SMS, in the language of its visit', LONG, async () => {
  const line = aNumber()
  wallet = paid('own')
  await pays({ line, payer: line })
  await vi.waitFor(() => expect(textsTo(line)).toHaveLength(1), WAIT)
  await untilQuiet()
  expect(textsTo(line)).toEqual([expect.stringMatching(/^Tenere Mobile: XOF 500 of airtime credited/)])
})

test('MSG-1 a payer gets an SMS about money that could not be delivered; the line, which received nothing, gets none', LONG, async () => {
  const [line, payer] = [aNumber(), aNumber()]
  operator.deliver = async () => ({ ok: true, value: { state: 'refused', reason: 'line-barred' } })
  wallet = paid('refused')
  await pays({ line, payer })
  await vi.waitFor(() => expect(textsTo(payer)).toEqual([expect.stringContaining('could not be delivered')]), WAIT)
  await untilQuiet()
  expect(textsTo(line)).toEqual([])
})

test('MSG-1 LINK-2 the payer of a link reads its number masked', LONG, async () => {
  const [line, payer] = [aNumber(), aNumber()]
  wallet = paid('link')
  await pays({ line, payer, isLink: true })
  await vi.waitFor(() => expect(textsTo(payer)).toEqual([expect.stringContaining(`is on ${line.slice(0, 2)} •• •• `)]), WAIT)
  expect(textsTo(payer)[0]).not.toContain(line)
})

test(
  'MSG-2 I21 unaccepted requests send a phone three SMS in an hour; the SMS about a paid delivery is sent all the same',
  LONG,
  async () => {
    const victim = aNumber()
    wallet = EXPIRED
    const orders: string[] = []
    for (let count = 0; count < 5; count += 1) orders.push(await pays({ line: aNumber(), payer: victim }))
    passMinutes(1)
    await vi.waitFor(async () => expect(await droppedFor(orders)).toBe(2), WAIT)
    expect(textsTo(victim)).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('did not go through')))
    expect(await portal.metrics.text()).toMatch(/^guichet_sms_dropped_total 2$/m)
    wallet = paid('victim')
    await pays({ line: victim, payer: victim })
    await vi.waitFor(() => expect(textsTo(victim).at(-1)).toContain('credited'), WAIT)
  },
)

test('MSG-2 replicas count together: three in an hour, six in a day, and the same message once', LONG, async () => {
  const replica = await world.replica()
  const msisdn = aNumber()
  const clock = { now: () => new Date(nowMs) }
  const take = (reference: string, db = portal.db) => takeUnaskedSms({ db, clock }, { msisdn, reference })
  const crowd = async (name: string) =>
    (await Promise.all(Array.from({ length: 12 }, (_none, one) => take(`${name}${one}`, one % 2 ? portal.db : replica.db)))).filter(Boolean)
  expect(await crowd('a')).toHaveLength(3)
  const [{ reference } = { reference: '' }] = await portal.db.selectFrom('unasked_sms').select('reference').where('msisdn', '=', msisdn).execute() // prettier-ignore
  expect(await take(reference)).toBe(true)
  nowMs += 61 * 60_000
  expect(await crowd('b')).toHaveLength(3)
  nowMs += 61 * 60_000
  expect(await crowd('c')).toHaveLength(0)
  await giveUnaskedSmsBack(portal.db, reference)
  expect(await take('again')).toBe(true)
  nowMs -= 122 * 60_000
})

test('MSG-1 F35 an SMS that a page promised arrives when the SMS centre is back after hours, once', LONG, async () => {
  const [line, payer] = [aNumber(), aNumber()]
  wallet = paid('hours')
  centre.outcome = 'unavailable'
  const orderId = await pays({ line, payer })
  for (let tries = 1; tries <= 6; tries += 1) {
    await vi.waitFor(async () => {
      const row = await portal.db.selectFrom('pay_order').select('message_tries').where('id', '=', orderId).executeTakeFirstOrThrow()
      expect(row.message_tries).toBe(tries)
    }, WAIT)
    passMinutes(61)
  }
  centre.outcome = 'accepted'
  passMinutes(61)
  await vi.waitFor(() => expect([...textsTo(line), ...textsTo(payer)]).toHaveLength(2), WAIT)
  passMinutes(61)
  await untilQuiet()
  expect([...textsTo(line), ...textsTo(payer)]).toHaveLength(2)
})

test('I21 F35 an SMS surely not sent is retried a minute later and counts once; one without a response is not repeated', LONG, async () => {
  const payer = aNumber()
  wallet = EXPIRED
  centre.outcome = 'unavailable'
  const orderId = await pays({ line: aNumber(), payer })
  passMinutes(1)
  await vi.waitFor(async () => {
    const { message_tries: tries } = await portal.db.selectFrom('pay_order').select('message_tries').where('id', '=', orderId).executeTakeFirstOrThrow() // prettier-ignore
    expect(tries).toBe(1)
  }, WAIT)
  centre.outcome = 'unknown'
  passMinutes(2)
  await untilQuiet()
  passMinutes(10)
  await untilQuiet()
  expect(textsTo(payer)).toHaveLength(1)
})
