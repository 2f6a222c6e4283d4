import { afterAll, expect, test, vi } from 'vitest'
import { paystackConnector } from '#payment-connectors/paystack/paystack.connector.ts'
import type { PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { ubaConnector } from '#payment-connectors/uba/uba.connector.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import { testPortal } from '#tests/support/test-portal.ts'
import { buildSandbox } from '../../sandbox/sandbox-app.ts'

const TRANSACTION = `${API_PREFIX}/transaction/v1`
const PAYERS = 150
const GATEWAY_MS = 10_000
/** Of requests that do not use the slow gateway; alone they take milliseconds, but the machine may be busy. */
const SOON_MS = 4_000

const sandbox = await buildSandbox()
const sandboxUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 })
let registrations = 0
sandbox.server.on('request', ({ url }: { url?: string }) => void (url?.includes('/regptran') && (registrations += 1)))
const connectors: PaymentConnector[] = [
  ubaConnector({ baseUrl: `${sandboxUrl}/sandbox/uba/cipg-payportal`, merchantId: 'GUICHETNE', serviceKey: 'uba-sandbox-key' }),
  paystackConnector({
    baseUrl: `${sandboxUrl}/sandbox/paystack`,
    secretKey: 'sk_test_guichet_sandbox',
    publicKey: 'pk_test_guichet_sandbox',
  }),
]
const portal = await testPortal({
  connectors: new Map(connectors.map((connector) => [connector.info.id, connector])),
  env: { PAYSTACK_URL: `${sandboxUrl}/sandbox/paystack` },
})
const origin = await portal.app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => sandbox.close())

type Body = { status: string; code?: string; message: string; result: Record<string, string> }
type Asked = { cookie?: string; payload?: object }

/** Over a socket, as visitors connect: in-process requests are never shed. */
async function call(path: string, { cookie = '', payload }: Asked = {}): Promise<{ body: Body; ms: number; cookie: string }> {
  const began = performance.now()
  const answer = await fetch(`${origin}${path}`, {
    method: payload ? 'POST' : 'GET',
    headers: { origin, lang: 'en', cookie, ...(payload && { 'content-type': 'application/json' }) },
    ...(payload && { body: JSON.stringify(payload) }),
  })
  const body = (await answer.json()) as Body
  const given = answer.headers.getSetCookie().map((each) => each.split(';')[0])
  return { body, ms: performance.now() - began, cookie: given.join('; ') || cookie }
}

type Payer = { cookie: string; transactionId: string }

const choose = () =>
  call(`${TRANSACTION}/purchase`, { payload: { kind: 'airtime', msisdn: '90000001', amount: 500, redirectPage: '/prepaid-recharge' } })

/** A visitor with a transaction that is ready to be paid. */
async function aPayer(): Promise<Payer> {
  // A machine that is busy with other tests sheds new requests for a moment; these requests come afterwards.
  const { body, cookie } = await vi.waitFor(async () => {
    const chosen = await choose()
    expect(chosen.body.status, chosen.body.code).toBe('success')
    return chosen
  }, 20_000)
  const payload = { txnId: body.result.purchaseId, amount: 500, emailId: 'amina@example.ne' }
  const begun = await call(`${TRANSACTION}/initiate`, { cookie, payload })
  return { cookie: begun.cookie, transactionId: begun.body.result.transactionId ?? '' }
}

const pay = ({ cookie, transactionId }: Payer, paymentGateway: string) =>
  call(`${TRANSACTION}/process`, { cookie, payload: { transactionId, paymentMode: 'PAYMENT_GATEWAY', paymentGateway } })

test(
  'F60 150 payments at a gateway that takes ten seconds delay neither another gateway nor a page nor a status',
  { timeout: 120_000 },
  async () => {
    const payers: Payer[] = []
    for (let count = 0; count < PAYERS; count += 1) payers.push(await aPayer())
    const other = await aPayer()
    await sandbox.inject({ method: 'POST', url: '/control/faults', payload: { face: 'uba', do: { delayMs: GATEWAY_MS } } })

    const told: Body[] = []
    const all = payers.map(async (payer) => void told.push((await pay(payer, 'uba')).body))
    const busy = () => told.filter(({ code }) => code === 'method-busy')
    await vi.waitFor(() => expect(busy().length).toBeGreaterThan(75), { timeout: 20_000 })

    const { result } = await soon(pay(other, 'paystack'))
    expect(result).toMatchObject({ code: 'STARTED', redirectUrl: expect.stringContaining('/paystack/') as string })
    expect(await soon(call(`${API_PREFIX}/resource/v1/get-product-config`))).toMatchObject({ status: 'success' })
    expect(await soon(choose())).toMatchObject({ status: 'success' })
    const [first] = payers
    expect(await soon(call(`${TRANSACTION}/status?tid=${first?.transactionId}`))).toMatchObject({ status: 'success' })

    await Promise.all(all)
    const started = told.filter(({ result }) => result?.code === 'STARTED')
    const waitedInVain = told.filter(({ result }) => result?.code === 'NOT_STARTED')
    expect(started.length).toBe(registrations)
    expect(started.length).toBeGreaterThanOrEqual(16)
    // All others got the response that nothing was taken: at once, or after two seconds in the queue.
    expect(busy().length + waitedInVain.length).toBe(PAYERS - started.length)
    for (const { message } of busy()) expect(message).toContain('nothing was charged')
    for (const { result } of waitedInVain) expect(result.status).toBe('FAILED')
  },
)

async function soon(asked: ReturnType<typeof call>): Promise<Body> {
  const { body, ms } = await asked
  expect(ms).toBeLessThan(SOON_MS)
  return body
}
