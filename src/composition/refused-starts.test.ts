import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OPERATOR } from '#operator-record'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readSettings } from '#settings/settings.ts'
import { aVisitor, type Visitor } from '#tests/support/code-world.ts'
import { TRANSACTION, walletWorld } from '#tests/support/wallet-world.ts'
import { connectProviders } from './payment-providers.ts'

/** Every provider over HTTP, at one address whose response to a start the test decides; healthy by default. */
type Answer = { status: number; body: string; headers?: Record<string, string> }
let ill: Answer | null = null
let starts = 0
/** Every payment has its own id there. */
let serial = 100_000

const HEALTHY: readonly [path: RegExp, status: number, answer: (body: string) => string][] = [
  [/token|oauth/, 200, () => '{"access_token":"a","expires_in":3600}'],
  [
    /initialize/,
    200,
    (body) =>
      JSON.stringify({
        status: true,
        data: { authorization_url: `${url}/page`, access_code: 'a', reference: (JSON.parse(body) as { reference: string }).reference },
      }),
  ],
  [/API\/v6/, 200, () => `<API3G><Result>000</Result><TransToken>A1B2C3D4-0000-4000-8000-A1B2C3${serial}</TransToken></API3G>`],
  [/express-request/, 200, () => JSON.stringify({ status: { status_code: 200 }, results: { long_url: `${url}/page` } })],
  [/v2\/payment$/, 200, () => JSON.stringify({ code: '201', data: { payment_url: `${url}/page`, payment_token: `t${serial}` } })],
  [/regptran/, 200, () => `1234${serial}`],
  [/stkpush/, 200, () => JSON.stringify({ CheckoutRequestID: `ws_${serial}`, ResponseCode: '0' })],
  [
    /demandes-paiements/,
    200,
    (body) => JSON.stringify({ txId: (JSON.parse(body || '{}') as { txId: string }).txId, statut: 'ENVOYE', end2endId: `E${serial}` }),
  ],
  [/merchantpay/, 202, () => JSON.stringify({ serverCorrelationId: `s-${serial}`, status: 'pending' })],
  [/keys/, 201, () => JSON.stringify({ kid: `k${serial}`, algorithm: 'RSA-OAEP-256', key: 'A'.repeat(400), attemptsLeft: 5 })],
]

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const found = HEALTHY.find(([path]) => path.test(request.url ?? ''))
    const isStart = request.method === 'POST' && !/token|oauth/.test(request.url ?? '')
    if (isStart) starts += 1
    serial += 1
    const answer = isStart && ill ? ill : { status: found?.[1] ?? 404, body: found?.[2](Buffer.concat(chunks).toString()) ?? '{}' }
    response.writeHead(answer.status, { 'content-type': 'text/html', ...ill?.headers }).end(answer.body)
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

// The default operator offers fewer than are connected.
const { payments } = OPERATOR
Object.assign(OPERATOR, { payments: [...payments, 'cinetpay', 'pispi'] })
afterAll(() => Object.assign(OPERATOR, { payments }))

const { gateways, wallets } = readSettings({ SANDBOX_URL: url })
const connectors = connectProviders(gateways, wallets)
const world = await walletWorld(connectors)

beforeEach(() => {
  // After every open circuit, and every Retry-After of the previous test.
  world.passMinutes(5)
  starts = 0
})

const CARDS = ['paystack', 'dpo', 'cellulant', 'uba', 'cinetpay'] as const
const PUSHES = [
  ['money-push', 'TENERE_MONEY_PUSH'],
  ['mpesa', 'MPESA'],
  ['pispi', 'PISPI'],
] as const
const BAD_GATEWAY: Answer = { status: 502, body: '<html><h1>Bad Gateway</h1></html>' }
const REFUSALS: readonly Answer[] = [
  { status: 500, body: '{"status":false,"message":"Server Error"}' },
  BAD_GATEWAY,
  { status: 403, body: '<html>Forbidden</html>' },
]
const TOO_MANY: Answer = { status: 429, body: '{"message":"Too many requests"}', headers: { 'retry-after': '20' } }

async function anOrder(): Promise<{ visitor: Visitor; transactionId: string }> {
  const visitor = aVisitor(world.portal)
  const purchaseId = await world.aPurchase(visitor)
  const asked = { txnId: purchaseId, amount: 500, emailId: 'amina@example.ne' }
  const { transactionId } = (await visitor.post(`${TRANSACTION}/initiate`, asked)).json().result
  return { visitor, transactionId }
}

async function pay({ visitor, transactionId }: Awaited<ReturnType<typeof anOrder>>, method: object) {
  return (await visitor.post(`${TRANSACTION}/process`, { transactionId, ...method })).json()
}

async function shown({ visitor, transactionId }: Awaited<ReturnType<typeof anOrder>>) {
  const address = `${TRANSACTION.replace('/v1', '')}/fetch`
  const answer = await world.portal.call({
    url: address,
    query: { txnId: transactionId },
    headers: { lang: 'en', cookie: visitor.cookie() },
  })
  return answer.json().result
}

const byCard = (id: string) => ({ paymentMode: 'PAYMENT_GATEWAY', paymentGateway: id })
let lastNumber = 90_810_000
const byPhone = (paymentMode: string) => ({ paymentMode, paymentMobile: String((lastNumber += 1)) })

async function answeredTo(transactionId: string): Promise<(string | null)[]> {
  const lines = await world.portal.db
    .selectFrom('pay_event')
    .select(['kind', 'code'])
    .where('order_id', '=', transactionId)
    .orderBy('id')
    .execute()
  return lines.filter(({ kind }) => kind === 'start-answered').map(({ code }) => code)
}

test.for(CARDS)('I20 F66 %s answers without a page: another method opens at once, and this one once it has recovered', async (id) => {
  for (const refusal of REFUSALS) {
    const order = await anOrder()
    ill = refusal
    expect((await pay(order, byCard(id))).result).toMatchObject({ code: 'NOT_STARTED', redirectUrl: null })
    expect(await shown(order)).toMatchObject({ money: 'other-way', isFinal: false, purchaseToPay: expect.any(String) as string })
    expect(await answeredTo(order.transactionId)).toEqual([expect.stringMatching(`^HTTP ${refusal.status}`)])
    ill = null
    const other = id === 'dpo' ? 'paystack' : 'dpo'
    expect((await pay(order, byCard(other))).result.code).toBe('STARTED')
    const again = await anOrder()
    world.passMinutes(9 / 60)
    expect((await pay(again, byCard(id))).result.code).toBe('STARTED')
  }
})

test.for(CARDS)('F66 %s refuses four in a row, recovers after nine seconds, and the same payer pays by it', async (id) => {
  const orders = await Promise.all([anOrder(), anOrder(), anOrder(), anOrder()])
  ill = BAD_GATEWAY
  for (const order of orders) await pay(order, byCard(id))
  ill = null
  world.passMinutes(9 / 60)
  for (const order of orders.slice(0, 2)) expect((await pay(order, byCard(id))).result.code).toBe('STARTED')
})

test.for(PUSHES)('I20 F66 %s answers 502: the phone may ring, and other methods open when its prompt would be over', async ([id, mode]) => {
  const order = await anOrder()
  const method = byPhone(mode)
  ill = BAD_GATEWAY
  expect((await pay(order, method)).result.code).toBe('NOT_STARTED')
  ill = null
  expect(await shown(order)).toMatchObject({ money: 'being-confirmed', purchaseToPay: null })
  expect((await pay(order, byCard('dpo'))).result.code).toBe('ALREADY_PROCESSED')
  world.passMinutes(id === 'mpesa' ? 1.1 : 2.1)
  expect(await shown(order)).toMatchObject({ money: 'other-way', purchaseToPay: expect.any(String) as string })
  expect((await pay(order, method)).result.code).toBe('STARTED')
})

test.for(PUSHES)('I20 F66 %s takes no further requests: nothing was taken, and another method opens at once', async ([, mode]) => {
  const order = await anOrder()
  ill = TOO_MANY
  const method = byPhone(mode)
  expect((await pay(order, method)).result.code).toBe('NOT_STARTED')
  ill = null
  const details = await shown(order)
  expect(details).toMatchObject({
    money: 'not-taken',
    purchaseToPay: expect.any(String) as string,
    busyUntil: expect.any(String) as string,
  })
  expect(await answeredTo(order.transactionId)).toEqual(['HTTP 429'])
  expect(await pay(order, method)).toMatchObject({ code: 'method-busy', waitSeconds: 20 })
  expect((await pay(order, byCard('uba'))).result.code).toBe('STARTED')
})

test.for(['TENERE_MONEY', 'SMARTCASH_SECURE'])(
  'I20 F66 %s gives no key: the payer gets an error at once, pays by card, or tries again',
  async (mode) => {
    const payer = await world.aPayer()
    ill = BAD_GATEWAY
    expect((await world.initiate(payer, mode)).json()).toMatchObject({ status: 'failure', code: 'method-unavailable' })
    ill = null
    const order = await world.portal.db
      .selectFrom('pay_order')
      .select('id')
      .where('client_key', '=', payer.purchaseId)
      .executeTakeFirstOrThrow()
    const own = { visitor: payer.visitor, transactionId: order.id }
    expect(await shown(own)).toMatchObject({ money: 'other-way', purchaseToPay: payer.purchaseId })
    expect((await world.initiate(payer, mode)).json()).toMatchObject({ result: { encryptionKeyDetails: expect.any(Object) as object } })
    expect((await pay(own, byCard('dpo'))).result.code).toBe('STARTED')
  },
)

test('I20 F66 Retry-After: no start before that time, for any payer; the hub shows it, and afterwards the method is open', async () => {
  ill = TOO_MANY
  await pay(await anOrder(), byPhone('MPESA'))
  ill = null
  expect(starts).toBe(1)
  const stranger = await anOrder()
  expect(await pay(stranger, byPhone('MPESA'))).toMatchObject({ code: 'method-busy', waitSeconds: 20 })
  expect(starts).toBe(1)
  const asked = { amount: 500, transactionType: 'PREPAID_RECHARGE' }
  const options = (await stranger.visitor.post(`${TRANSACTION}/payment-options`, asked)).json()
  const mpesa = (options.result?.paymentOption as { type: string }[] | undefined)?.find(({ type }) => type === 'mpesa')
  expect(mpesa ?? options).toMatchObject({ isAvailable: false, busyUntil: expect.any(String) as string })
  world.passMinutes(21 / 60)
  expect((await pay(stranger, byPhone('MPESA'))).result.code).toBe('STARTED')
})
