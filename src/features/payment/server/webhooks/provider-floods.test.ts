import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import type { ConnectorContext, ConnectorInfo, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { aVisitor } from '#tests/support/code-world.ts'
import { listeningPortal, headOf, measurePageViews, rawConnection } from '#tests/support/listening-portal.ts'
import { fakeOperator } from '#tests/support/fake-operator.ts'
import {
  CARD,
  CONNECTORS,
  dpoPush,
  EMAIL,
  mpesaCallback,
  paystackCharge,
  cellulantCallback,
  type SampleWebhook,
} from '#tests/support/sample-webhooks.ts'

const TRANSACTION = `${API_PREFIX}/transaction/v1`
const WAIT = { timeout: 10_000 }

/** The real connectors parse, and a test double queries: queries are counted here. */
const begun: { urls: ConnectorContext['urls']; ref: string }[] = []
const asked: string[] = []
const askedAt: number[] = []
const connectors = new Map<ConnectorInfo['id'], PaymentConnector>(
  [...CONNECTORS].map(([id, connector]) => [
    id,
    {
      ...connector,
      async start({ urls }, { ref }) {
        begun.push({ urls, ref })
        return { kind: 'accepted', providerRef: `TOKEN-${ref}`, action: { type: 'redirect', url: 'https://pay.test/' } }
      },
      async query(_context, { ref }) {
        asked.push(ref)
        askedAt.push(performance.now())
        return { state: 'pending' }
      },
    },
  ]),
)
const operator = fakeOperator()
const { portal, port } = await listeningPortal({ connectors, operator })
const origin = `http://localhost:${port}`
portal.worker.start()
afterAll(() => portal.worker.stop())
beforeEach(async () => {
  await portal.database.pool.query('delete from pay_notice')
})

async function aPayment(paymentGateway: 'paystack' | 'dpo' | 'cellulant' | 'uba') {
  const visitor = aVisitor(portal)
  const purchase = { kind: 'airtime', msisdn: '90000001', amount: 1500, redirectPage: '/prepaid-recharge' }
  const { purchaseId } = (await visitor.post(`${TRANSACTION}/purchase`, purchase)).json().result
  const order = { txnId: purchaseId, amount: 1500, emailId: 'amina@example.ne' }
  const { transactionId } = (await visitor.post(`${TRANSACTION}/initiate`, order)).json().result
  await visitor.post(`${TRANSACTION}/process`, { transactionId, paymentMode: 'PAYMENT_GATEWAY', paymentGateway })
  const last = begun.at(-1)
  if (!last) throw new Error('no payment was begun')
  return { transactionId: String(transactionId), ref: last.ref, urls: last.urls }
}

const here = (address: string) => address.replace('http://localhost:3000', origin)
const noticeUrl = (connector: string) => `${origin}${TRANSACTION}/notice/${connector}`
const tell = ({ connector, body, contentType, headers }: SampleWebhook, url = noticeUrl(connector)) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': contentType, ...headers } })
const stateOf = async (transactionId: string) =>
  (await portal.db.selectFrom('pay_attempt').select('state').where('order_id', '=', transactionId).executeTakeFirstOrThrow()).state

async function storedWebhooks() {
  const { rows } = await portal.database.pool.query<{ rows: number; bytes: number; text: string }>(
    `select count(*)::int as rows, coalesce(sum(length(body) + length(notice::text)), 0)::int as bytes,
       coalesce(string_agg(notice::text || convert_from(body, 'UTF8'), ' '), '') as text from pay_notice`,
  )
  return rows[0] ?? { rows: 0, bytes: 0, text: '' }
}

/** The webhook metrics of one connector. */
async function counted(connector: string, outcome: string): Promise<number> {
  const line = new RegExp(`guichet_webhooks_total\\{connector="${connector}",outcome="${outcome}"\\} (\\d+)`)
  return Number(line.exec(await portal.metrics.text())?.[1] ?? 0)
}

/** Expires the interval between two queries. */
const passSeconds = (seconds: number) =>
  portal.database.pool.query(`update rate_limit set arrives_at = arrives_at - make_interval(secs => $1) where key like 'question%'`, [
    seconds,
  ])

test('F61 300 unsigned webhooks of 240 KB are refused and store nothing', { timeout: 60_000 }, async () => {
  const { ref } = await aPayment('cellulant')
  const junk = Array.from({ length: 300 }, (_, each) => String(each).padEnd(240_000, 'x'))
  const statuses = await Promise.all(junk.map(async (each) => (await tell(cellulantCallback(ref, { junk: each }))).status))
  expect(new Set(statuses)).toEqual(new Set([413]))
  expect(await storedWebhooks()).toMatchObject({ rows: 0, bytes: 0 })
})

test(
  'F61 300 unsigned webhooks of 60 KB about one payment store a few rows and kilobytes, all acknowledged',
  { timeout: 60_000 },
  async () => {
    const { ref } = await aPayment('cellulant')
    const before = [await counted('cellulant', 'over-budget'), await counted('cellulant', 'repeated')]
    const looking = measurePageViews(origin, 100)
    const statuses = await Promise.all(
      Array.from({ length: 300 }, async (_, each) => {
        // Every other one has new content, the rest only different junk around it.
        const changes = { ...(each % 2 === 0 && { amount_paid: each + 1 }), junk: String(each).padEnd(60_000, 'x') }
        return (await tell(cellulantCallback(ref, changes))).status
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    const { rows, bytes } = await storedWebhooks()
    expect(await looking).toMatchObject({ served: 100, shed: 0 })
    // Five; two processed at the same moment do not see each other.
    expect(rows).toBeLessThanOrEqual(6)
    expect(bytes).toBeLessThan(6 * 12_000)
    const after = [await counted('cellulant', 'over-budget'), await counted('cellulant', 'repeated')]
    expect((after[0] ?? 0) + (after[1] ?? 0) - (before[0] ?? 0) - (before[1] ?? 0)).toBe(300 - rows)
  },
)

test('F61 300 unsigned webhooks about unknown payments store at most 200 short rows', { timeout: 60_000 }, async () => {
  const strangers = Array.from({ length: 300 }, (_, each) => {
    const name = `ZZ${String(each).padStart(4, '2').replaceAll('0', 'A').replaceAll('1', 'B')}ZZZZZZ`
    return cellulantCallback(name, { junk: 'x'.repeat(60_000) })
  })
  for (let from = 0; from < 300; from += 20) await Promise.all(strangers.slice(from, from + 20).map((each) => tell(each)))
  const { rows, bytes } = await storedWebhooks()
  expect(rows).toBeLessThanOrEqual(201)
  expect(bytes / rows).toBeLessThan(12_000)
})

test('F61 the mark of one payment is valid for that payment alone, and raises no limit for other clients', async () => {
  const own = await aPayment('cellulant')
  const other = await aPayment('cellulant')
  for (let each = 0; each < 25; each += 1) await tell(cellulantCallback(other.ref, { amount_paid: each + 1 }), here(own.urls.notify))
  const kept = await portal.db.selectFrom('pay_notice').select('reference').execute()
  expect(kept).toHaveLength(20)
  expect(new Set(kept.map(({ reference }) => reference))).toEqual(new Set([own.ref]))
  expect(asked).not.toContain(other.ref)
})

/** The time between the first two queries of a payment. */
const gapMs = (ref: string) => {
  const [first = 0, second = 0] = askedAt.filter((_, index) => asked[index] === ref)
  return second - first
}

test('F61 200 returns of one payment, without a cookie, query its provider once; five seconds later once more', async () => {
  const { ref, urls, transactionId } = await aPayment('paystack')
  const questions = () => asked.filter((each) => each === ref).length
  const comeBack = (count: number) => Promise.all(Array.from({ length: count }, () => fetch(here(urls.return), { redirect: 'manual' })))
  const answers = await comeBack(200)
  expect(new Set(answers.map(({ headers }) => headers.get('location')))).toEqual(new Set([`/payment/status?id=${transactionId}`]))
  await vi.waitFor(() => expect(questions()).toBe(1), WAIT)
  await passSeconds(5)
  await comeBack(20)
  await vi.waitFor(() => expect(questions()).toBe(2), WAIT)
  expect(gapMs(ref)).toBeGreaterThan(4_000)
})

test('F61 abuse 45 a client that only knows a reference causes no query, unless the provider cannot return our mark', async () => {
  for (const gateway of ['paystack', 'dpo', 'cellulant'] as const) {
    const { ref } = await aPayment(gateway)
    const answer = await fetch(`${origin}${TRANSACTION}/callback/${gateway}?reference=${ref}&status=SUCCESS`, { redirect: 'manual' })
    expect([answer.status, asked.includes(ref)]).toEqual([303, false])
  }
  const { ref } = await aPayment('uba')
  for (let each = 0; each < 20; each += 1) await fetch(`${origin}${TRANSACTION}/callback/uba?refNo=${ref}`, { redirect: 'manual' })
  expect(asked.filter((each) => each === ref)).toHaveLength(1)
})

test('F14 abuse 45 reading addresses has no effect: HEAD of a return, GET and HEAD of a webhook, an unknown mark', async () => {
  const { ref, urls, transactionId } = await aPayment('cellulant')
  const look = async (url: string, method: string) => (await fetch(url, { method, redirect: 'manual' })).status
  expect(await look(here(urls.return), 'HEAD')).toBe(303)
  expect(await look(here(urls.notify), 'GET')).toBe(404)
  expect(await look(here(urls.notify), 'HEAD')).toBe(404)
  expect(await look(here(urls.return).replace(/mark=.*$/, `mark=${'A'.repeat(22)}`), 'GET')).toBe(303)
  expect(asked).not.toContain(ref)
  expect(await stateOf(transactionId)).toBe('WAITING')
  expect(await storedWebhooks()).toMatchObject({ rows: 0 })
})

test('F61 a webhook that is not stored still causes a query, once in five seconds', async () => {
  const { ref, urls } = await aPayment('cellulant')
  const questions = () => asked.filter((each) => each === ref).length
  const webhook = cellulantCallback(ref)
  await tell(webhook, here(urls.notify))
  await vi.waitFor(() => expect(questions()).toBe(1), WAIT)
  for (let each = 0; each < 20; each += 1) await tell(webhook, here(urls.notify))
  await vi.waitFor(() => expect(questions()).toBe(2), WAIT)
  expect(gapMs(ref)).toBeGreaterThan(4_000)
  expect((await storedWebhooks()).rows).toBe(1)
})

test('I2 F09 the same signed webhook ten times in a row and twenty times at once: all get a 200, one delivery', async () => {
  const { ref, transactionId } = await aPayment('paystack')
  const webhook = paystackCharge(ref, 700_001)
  const delivered = vi.spyOn(operator, 'deliver')
  const statuses = []
  for (let each = 0; each < 10; each += 1) statuses.push((await tell(webhook)).status)
  statuses.push(...(await Promise.all(Array.from({ length: 20 }, async () => (await tell(webhook)).status))))
  expect(new Set(statuses)).toEqual(new Set([200]))
  await vi.waitFor(async () => expect(await stateOf(transactionId)).toBe('PAID'), WAIT)
  await vi.waitFor(() => expect(delivered).toHaveBeenCalledTimes(1), WAIT)
  expect((await storedWebhooks()).rows).toBe(1)
})

test('F08 a webhook that comes before its payment is known is acknowledged, stored and matched later', async () => {
  const early = dpoPush('ABCDEFGH2345')
  const byToken = { ...early, body: early.body.replace('<CompanyRef>ABCDEFGH2345</CompanyRef>', '') }
  expect((await tell(byToken)).status).toBe(200)
  const { ref } = await aPayment('dpo')
  expect(asked).not.toContain(ref)
  await portal.db.updateTable('pay_attempt').set({ provider_ref: '72983CAC-5DB1-4C7F-BD88-352066B71592' }).where('ref', '=', ref).execute()
  await vi.waitFor(() => expect(asked).toContain(ref), WAIT)
})

test.for<[string, (webhook: SampleWebhook) => SampleWebhook]>([
  ['no signature', (webhook) => ({ ...webhook, headers: {} })],
  ['a wrong signature', (webhook) => ({ ...webhook, headers: { 'x-paystack-signature': 'a'.repeat(128) } })],
  ['a signature of an old key', (webhook) => ({ ...webhook, headers: { 'x-paystack-signature': 'b'.repeat(128) } })],
  ['a signature that was seen on another notice', (webhook) => ({ ...webhook, headers: paystackCharge('ABCDEFGH2345').headers ?? {} })],
  ['a body changed on the way', (webhook) => ({ ...webhook, body: webhook.body.replace('150000', '1') })],
])('F12 a forged webhook gets a 401, changes nothing and is counted: %s', async ([, forge]) => {
  const { ref, transactionId } = await aPayment('paystack')
  const before = await counted('paystack', 'unauthentic')
  expect((await tell(forge(paystackCharge(ref, 700_002)))).status).toBe(401)
  expect(await stateOf(transactionId)).toBe('WAITING')
  expect(await counted('paystack', 'unauthentic')).toBe(before + 1)
  expect((await storedWebhooks()).rows).toBe(0)
})

const XML_BOMB = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${'b'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]><API3G>&c;</API3G>`
test.for<[string, string, string | Uint8Array<ArrayBuffer>, string]>([
  ['a body of 5 MB', 'cellulant', 'x'.repeat(5_000_000), 'application/json'],
  ['a gzip bomb', 'cellulant', new Uint8Array(gzipSync(Buffer.alloc(50_000_000))), 'application/json'],
  ['XML where JSON belongs', 'cellulant', dpoPush('ABCDEFGH2345').body, 'application/xml'],
  ['JSON where XML belongs', 'dpo', cellulantCallback('ABCDEFGH2345').body, 'application/json'],
  ['an XML bomb', 'dpo', XML_BOMB, 'application/xml'],
  ['a form', 'mpesa', 'a=b', 'application/x-www-form-urlencoded'],
  ['many parts', 'money-push', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x'],
  ['no bytes at all', 'cellulant', '', 'application/json'],
  ['a type that is none', 'cellulant', '{}', 'nonsense'],
  ['deep brackets', 'cellulant', '['.repeat(60_000), 'application/json'],
])('F17 %s gets a 4xx and is not stored', async ([, connector, body, contentType]) => {
  const answer = await fetch(noticeUrl(connector), {
    method: 'POST',
    body,
    headers: { 'content-type': contentType, 'content-encoding': 'gzip' },
  })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect((await storedWebhooks()).rows).toBe(0)
})

test('F17 a hundred megabytes of webhooks use no extra memory', { timeout: 60_000 }, async () => {
  const piece = Buffer.alloc(100_000, 'x')
  const before = process.memoryUsage().rss
  for (let each = 0; each < 20; each += 1) {
    const head = headOf({ path: `${TRANSACTION}/notice/cellulant`, headers: { 'transfer-encoding': 'chunked' } })
    const caller = rawConnection(port, head)
    for (let sent = 0; sent < 50 && !caller.isClosed(); sent += 1) {
      caller.socket.write(`${piece.length.toString(16)}\r\n`)
      caller.socket.write(piece)
      if (!caller.socket.write('\r\n')) await new Promise((resolve) => caller.socket.once('drain', resolve))
    }
    await vi.waitFor(() => expect(caller.received()).toContain('HTTP/1.1 413'), WAIT)
    caller.socket.destroy()
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000)
})

test.for<[string, SampleWebhook]>([
  ['a zero in a DPO token', { ...dpoPush('ABCDEFGH2345'), body: dpoPush('ABCDEFGH2345').body.replace('72983CAC', '\0') }],
  ['half a character', cellulantCallback('ABCDEFGH2345', { request_status_description: '\ud800', currency_code: '\ud800' })],
  ['a zero in words', cellulantCallback('ABCDEFGH2345', { request_status_description: 'a\0b' })],
  ['a signed reference of 20 KB', paystackCharge('R'.repeat(20_000))],
  ['a signed reference with a zero', paystackCharge('R\0')],
])('F53 F61 a webhook with characters that the database rejects is stored without them: %s', async ([, webhook]) => {
  expect((await tell(webhook)).status).toBe(200)
  expect((await storedWebhooks()).rows).toBe(1)
})

test('F61 abuse 86 a stored webhook has no card and no address, and its retry means the same', async () => {
  const { ref, urls } = await aPayment('cellulant')
  await tell(cellulantCallback(ref), here(urls.notify))
  await tell(paystackCharge(ref, 700_003))
  await tell(dpoPush(ref))
  await tell(mpesaCallback(), `${noticeUrl('mpesa')}/${ref}/${'m'.repeat(22)}`)
  const { rows, text } = await storedWebhooks()
  expect(rows).toBe(4)
  for (const secret of [CARD, '4081', EMAIL, 'AUTH_']) expect(text).not.toContain(secret)
  expect(text).toContain(ref)
  expect(text).toContain('1500')
})
