import { afterAll, expect, test, vi } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { ProviderUnavailable, type ConnectorContext, type PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { aVisitor } from '#tests/support/code-world.ts'
import { testPortal } from '#tests/support/test-portal.ts'

const TRANSACTION = `${API_PREFIX}/transaction/v1`

/** A provider whose response to the start is always lost; it can only be queried by its own reference of the payment. */
const starts: { urls: ConnectorContext['urls']; ref: string }[] = []
const asked: (string | null)[] = []
const forgetful: PaymentConnector = {
  info: {
    id: 'mpesa',
    paymentMode: 'MPESA',
    currencies: ['XOF'],
    wireExponent: { XOF: 0 },
    payerProof: 'none',
    resolves: ['query', 'notice'],
    repeat: 'second-payment',
    refund: 'none',
    pollScheduleSeconds: [600],
  },
  async start({ urls }, { ref }) {
    starts.push({ urls, ref })
    throw new ProviderUnavailable('lost', true)
  },
  async query(_context, { providerRef, amount }) {
    asked.push(providerRef)
    if (!providerRef) return { state: 'unrecognised', provider: { code: '', text: '' } }
    return { state: 'paid', amount, providerTxnId: `receipt of ${providerRef}` }
  },
  parseWebhook({ path, body }) {
    const [providerRef = '', ...others] = body.toString().split(' and ')
    const hint = (value: string) => ({ trust: 'hint', attempt: { by: 'ref', value }, seen: { state: 'pending' } }) as const
    return {
      ...hint(path.split('/').at(-2) ?? ''),
      dedupeKey: `${path} ${body.toString()}`,
      providerRef,
      ...(others.length > 0 && { others: others.map((ref) => ({ ...hint(ref), dedupeKey: `other ${ref}`, providerRef: 'OF-NOBODY' })) }),
    }
  },
}

const portal = await testPortal({ connectors: new Map([['mpesa', forgetful]]) })
portal.worker.start()
afterAll(() => portal.worker.stop())

async function aLostStart() {
  const visitor = aVisitor(portal)
  const purchase = { kind: 'airtime', msisdn: '90000001', amount: 500, redirectPage: '/prepaid-recharge' }
  const { purchaseId } = (await visitor.post(`${TRANSACTION}/purchase`, purchase)).json().result
  const { transactionId } = (await visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount: 500 })).json().result
  await visitor.post(`${TRANSACTION}/process`, { transactionId, paymentMode: 'MPESA', paymentMobile: '90000001' })
  const start = starts.at(-1)
  if (!start) throw new Error('nothing was started')
  return { transactionId, ...start }
}

const attemptOf = (orderId: string) =>
  portal.db.selectFrom('pay_attempt').select(['state', 'provider_ref']).where('order_id', '=', orderId).executeTakeFirstOrThrow()
const tell = (url: string, body: string) =>
  portal.call({ method: 'POST', url: new URL(url).pathname, payload: body, headers: { 'content-type': 'application/json', origin: '' } })

test('a lost start is found by the reference in a webhook on our own marked address', async () => {
  const { transactionId, urls } = await aLostStart()
  expect((await attemptOf(transactionId)).state).toBe('UNKNOWN')
  expect((await tell(urls.notify, 'CHECKOUT-1')).statusCode).toBe(200)
  await vi.waitFor(async () => expect(await attemptOf(transactionId)).toEqual({ state: 'PAID', provider_ref: 'CHECKOUT-1' }), {
    timeout: 10_000,
  })
})

test('the address given to a provider does not name M-PESA, and the former one works too (F43)', async () => {
  const { transactionId, urls } = await aLostStart()
  expect(urls.notify).toMatch(/\/notice\/daraja\/[A-Z2-9]{12}\/[\w-]{22}$/)
  expect(urls.notify).not.toMatch(/m-?pesa|safaricom/i)
  expect((await tell(urls.notify.replace('/daraja/', '/mpesa/'), 'CHECKOUT-2')).statusCode).toBe(200)
  await vi.waitFor(async () => expect((await attemptOf(transactionId)).state).toBe('PAID'), { timeout: 10_000 })
  expect((await tell(urls.notify.replace('/daraja/', '/nobody/'), 'CHECKOUT-2')).statusCode).toBe(404)
})

test('a webhook without our mark cannot substitute another payment for this one', async () => {
  const { transactionId, urls, ref } = await aLostStart()
  const questions = asked.length
  await tell(urls.notify.replace(/[^/]+$/, 'A'.repeat(22)), 'CHECKOUT-OF-SOMEBODY')
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(questions), { timeout: 10_000 })
  expect(asked.at(-1)).toBeNull()
  expect(await attemptOf(transactionId)).toEqual({ state: 'UNKNOWN', provider_ref: null })
  expect(ref).toMatch(/^[A-Z2-9]{12}$/)
})

test('a message about several payments is stored for each, and believed about the id of the one that its address names only', async () => {
  const [first, , third] = starts
  if (!first || !third) throw new Error('the tests above start three payments')
  const kept = () => portal.db.selectFrom('pay_notice').select('is_marked').where('reference', '=', third.ref).execute()
  const before = await kept()
  expect((await tell(first.urls.notify, `CHECKOUT-1 and ${third.ref}`)).statusCode).toBe(200)
  expect(await kept()).toEqual([...before, { is_marked: false }])
  const told = await portal.db.selectFrom('pay_attempt').select('provider_ref').where('ref', '=', third.ref).executeTakeFirstOrThrow()
  expect(told).toEqual({ provider_ref: null })
})

test('abuse 45 a GET on a webhook address is answered 200 only where the connector declares it, and changes nothing', async () => {
  const { transactionId, urls } = await aLostStart()
  const state = async () => ({
    attempt: await portal.db.selectFrom('pay_attempt').select(['state', 'provider_ref']).where('order_id', '=', transactionId).execute(),
    notices: await portal.db.selectFrom('pay_notice').select('dedupe_key').execute(),
    asked: asked.length,
  })
  const before = await state()
  const url = `${new URL(urls.notify).pathname}?status=paid`
  expect((await portal.call({ method: 'GET', url, headers: { origin: '' } })).statusCode).toBe(404)
  const trying = await testPortal({ connectors: new Map([['mpesa', { ...forgetful, triesWebhook: true }]]) })
  expect(await trying.call({ method: 'GET', url, headers: { origin: '' } })).toMatchObject({ statusCode: 200, body: '' })
  expect(await trying.db.selectFrom('pay_notice').select('dedupe_key').execute()).toEqual([])
  expect(await state()).toEqual(before)
})
