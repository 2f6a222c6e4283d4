import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { aVisitor, type Visitor } from '#tests/support/code-world.ts'
import { cardWorld, scriptedProvider, type Started } from '#tests/support/scripted-provider.ts'
import { TRANSACTION } from '#tests/support/wallet-world.ts'

const provider = scriptedProvider('signed')
const world = await cardWorld(provider)
const { portal } = world
const FETCH = TRANSACTION.replace('/v1', '/fetch')
const MSISDN = '90000001'
const EMAIL = 'amina@example.ne'
const PROOF = `Bearer ${'A'.repeat(22)}`

type Purchase = { visitor: Visitor; purchaseId: string }
type Payment = Purchase & Started & { transactionId: string }

async function aPurchase(): Promise<Purchase> {
  const visitor = aVisitor(portal)
  const purchase = { kind: 'airtime', msisdn: MSISDN, amount: 500, redirectPage: '/prepaid-recharge' }
  return { visitor, purchaseId: (await visitor.post(`${TRANSACTION}/purchase`, purchase)).json().result.purchaseId }
}

const initiate = async ({ visitor, purchaseId }: Purchase, change: object = {}) =>
  (await visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount: 500, ...change })).json()

async function aPayment(): Promise<Payment> {
  const purchase = await aPurchase()
  const { transactionId } = (await initiate(purchase, { emailId: EMAIL })).result
  await world.process(purchase.visitor, transactionId)
  const started = provider.starts.at(-1)
  if (!started) throw new Error('nothing was started')
  return { ...purchase, ...started, transactionId }
}

/** All stored data about the payment of an owner, as text. */
async function keptOf({ visitor, purchaseId, transactionId }: Purchase & { transactionId?: string }): Promise<string> {
  const id = transactionId ?? ''
  const owner = (await portal.db.selectFrom('purchase').select('visit_id').where('id', '=', purchaseId).executeTakeFirstOrThrow()).visit_id
  const { rows } = await sql`
    select (select json_agg(p) from purchase p where p.id = ${purchaseId}) as purchase,
      (select json_agg(v) from visit v where v.id = ${owner}) as visit,
      (select json_agg(o) from pay_order o where o.id = ${id}) as orders,
      (select json_agg(a) from pay_attempt a where a.order_id = ${id}) as attempts,
      (select json_agg(e) from pay_event e where e.order_id = ${id}) as events,
      (select json_agg(f) from pay_payer_proof f where f.order_id = ${id}) as proofs,
      (select json_agg(r) from pay_refund r where r.order_id = ${id}) as refunds`.execute(portal.db)
  return JSON.stringify({ rows, cookie: visitor.cookie() })
}

/** Every call that takes the id of a purchase or a transaction, or a reference of twelve characters. */
const CALLS: readonly [string, (payment: Payment) => { method?: 'GET' | 'POST'; url: string; payload?: object; authorization?: string }][] =
  [
    ['purchase', ({ purchaseId }) => ({ url: `${TRANSACTION}/purchase?purchaseId=${purchaseId}` })],
    ['options', ({ purchaseId }) => ({ method: 'POST', url: `${TRANSACTION}/payment-options`, payload: optionsOf(purchaseId) })],
    ['initiate', ({ purchaseId }) => ({ method: 'POST', url: `${TRANSACTION}/initiate`, payload: { txnId: purchaseId, amount: 500 } })],
    [
      'another e-mail address',
      ({ purchaseId }) => ({
        method: 'POST',
        url: `${TRANSACTION}/initiate`,
        payload: { txnId: purchaseId, amount: 500, emailId: 'eve@evil.test' },
      }),
    ],
    [
      'another payer',
      ({ purchaseId }) => ({
        method: 'POST',
        url: `${TRANSACTION}/initiate`,
        payload: { txnId: purchaseId, amount: 500, paymentMobile: '90500001', uniqueCode: 'A'.repeat(22) },
      }),
    ],
    [
      'initiate with a PIN',
      ({ purchaseId }) => ({
        method: 'POST',
        url: `${TRANSACTION}/auth/initiate`,
        payload: { txnId: purchaseId, amount: 500, paymentMode: 'TENERE_MONEY', paymentMobile: MSISDN },
        authorization: PROOF,
      }),
    ],
    [
      'a PIN',
      ({ transactionId }) => ({
        method: 'POST',
        url: `${TRANSACTION}/auth/process`,
        payload: { transactionId, paymentMode: 'TENERE_MONEY', paymentMobile: MSISDN, amPin: 'A'.repeat(344), keyId: 'key-1' },
        authorization: PROOF,
      }),
    ],
    [
      'process',
      ({ transactionId }) => ({
        method: 'POST',
        url: `${TRANSACTION}/process`,
        payload: { transactionId, paymentMode: 'PAYMENT_GATEWAY', paymentGateway: 'DPO' },
      }),
    ],
    [
      'process as if it were the purchase',
      ({ purchaseId }) => ({
        method: 'POST',
        url: `${TRANSACTION}/process`,
        payload: { transactionId: purchaseId, paymentMode: 'PAYMENT_GATEWAY', paymentGateway: 'DPO' },
      }),
    ],
    ['balance', ({ transactionId }) => ({ url: `${TRANSACTION}/payer-balance?tid=${transactionId}&paymentMobile=${MSISDN}` })],
    ['status', ({ transactionId }) => ({ url: `${TRANSACTION}/status?tid=${transactionId}` })],
    ['fetch', ({ transactionId }) => ({ url: `${FETCH}?txnId=${transactionId}` })],
    ['fetch the purchase', ({ purchaseId }) => ({ url: `${FETCH}?txnId=${purchaseId}` })],
    ['return by reference', ({ ref }) => ({ url: `${TRANSACTION}/callback/dpo?CompanyRef=${ref}&TransID=${ref}&reference=${ref}` })],
    ['return with a made-up mark', ({ ref }) => ({ url: `${TRANSACTION}/callback/dpo/${ref}/${'A'.repeat(22)}` })],
    ['cancelling return', ({ ref }) => ({ url: `${TRANSACTION}/callback/dpo/${ref}/${'A'.repeat(22)}?status=cancelled` })],
  ]

function optionsOf(purchaseId: string) {
  return { amount: 500, transactionType: 'PREPAID_RECHARGE', purchaseId }
}

/** The identities of another client: without a cookie, with one of another visit, with one that was never issued. */
async function strangers(): Promise<[string, string][]> {
  const other = await aPurchase()
  return [
    ['no cookie', ''],
    ["another visit's cookie", other.visitor.cookie()],
    ['a made-up cookie', `sid=${randomBytes(32).toString('base64url')}`],
  ]
}

async function callAs(cookie: string, asked: ReturnType<(typeof CALLS)[number][1]>) {
  const { method = 'GET', url, payload, authorization } = asked
  const headers = { cookie, lang: 'en', ...(authorization && { authorization }) }
  return portal.call({ method, url, headers, ...(payload && { payload }) })
}

async function finishes({ visitor, transactionId, ...started }: Payment): Promise<void> {
  const again = await world.process(visitor, transactionId)
  expect(again).toMatchObject({ code: 'ALREADY_PROCESSED', redirectUrl: `https://pay.example/${started.ref}` })
  const paid = { state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `T-${started.ref}` }
  await world.tell(started, paid)
  await vi.waitFor(async () => expect(await world.details(transactionId, visitor)).toMatchObject({ status: 'SUCCESS' }), {
    timeout: 15_000,
  })
  expect(await world.details(transactionId, visitor)).toMatchObject({ isOwner: true, msisdn: MSISDN })
}

test.for(CALLS)('abuse 87 by "%s" another client changes and learns nothing of a payment, and its owner continues', async ([, call]) => {
  const payment = await aPayment()
  const before = await keptOf(payment)
  for (const [who, cookie] of await strangers()) {
    const answer = await callAs(cookie, call(payment))
    expect(answer.statusCode, who).toBeLessThan(500)
    expect(answer.body, who).not.toMatch(new RegExp([MSISDN, EMAIL, 'pay\\.example', `"purchaseToPay":"`].join('|')))
    expect(await keptOf(payment), who).toBe(before)
  }
  await finishes(payment)
})

test('abuse 87 the page of a payment shows another client the state, the amount and a masked number, and nothing else', async () => {
  const { transactionId } = await aPayment()
  expect(await world.details(transactionId)).toEqual({
    status: 'REQUEST_REGISTERED',
    transactionStatus: 'REQUEST_REGISTERED',
    transactionId,
    refTransactionId: expect.stringMatching(/^G[A-Z2-9]{12}$/),
    transactionType: 'PREPAID_RECHARGE',
    paymentMode: 'PAYMENT_GATEWAY',
    paymentGateway: 'dpo',
    currencyCode: 'XOF',
    amount: 500,
    paidIn: null,
    excess: null,
    msisdn: '90 •• •• 01',
    mobileNumber: '90 •• •• 01',
    accountId: '',
    invoiceNumber: '',
    bundleDescription: expect.any(String),
    bundleEnd: null,
    productCode: null,
    tellsBySms: false,
    statusReason: '',
    reasonCode: '',
    metaInfo: { leadId: null },
    busyUntil: null,
    money: 'waiting',
    approveUntil: null,
    deliverBy: null,
    payerMobile: null,
    otherWaiting: null,
    steps: [{ kind: 'asked', at: expect.any(String), gateway: 'dpo' }],
    redirectPage: '/prepaid-recharge',
    left: null,
    purchaseToPay: null,
    isFinal: false,
    isOwner: false,
  })
})

test('abuse 87 another client quicker than the owner gets neither the purchase nor its papers, and may pay it as a gift', async () => {
  const purchase = await aPurchase()
  const before = await keptOf(purchase)
  const stranger = aVisitor(portal)
  const theirs = (await initiate({ visitor: stranger, purchaseId: purchase.purchaseId }, { emailId: 'eve@evil.test' })).result
  expect((await world.process(stranger, theirs.transactionId)).redirectUrl).toMatch(/^https:\/\/pay\.example\//)
  const seen = await world.details(theirs.transactionId, stranger)
  expect(JSON.stringify(seen)).not.toContain(MSISDN)
  expect(seen).toMatchObject({ isOwner: true, msisdn: '90 •• •• 01' })
  expect(await keptOf(purchase)).toBe(before)
  const gift = provider.starts.at(-1)
  // The owner comes later, and is served as usual.
  const { transactionId } = (await initiate(purchase, { emailId: EMAIL })).result
  expect(transactionId).not.toBe(theirs.transactionId)
  await world.process(purchase.visitor, transactionId)
  const started = provider.starts.at(-1)
  if (!started || !gift) throw new Error('nothing was started')
  await finishes({ ...purchase, ...started, transactionId })
  const paid = { state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `T-${gift.ref}` }
  await world.tell(gift, paid)
  await vi.waitFor(async () => expect(await world.details(theirs.transactionId)).toMatchObject({ status: 'SUCCESS' }), { timeout: 15_000 })
})

test('abuse 87 a purchase that its owner has paid is never offered again', async () => {
  const payment = await aPayment()
  await finishes(payment)
  expect(await initiate({ visitor: aVisitor(portal), purchaseId: payment.purchaseId })).toMatchObject({ code: 'no-pending-payment' })
})

test('abuse 87 an order begun by another visit before orders were separated does not lock the owner out', async () => {
  const purchase = await aPurchase()
  const stranger = aVisitor(portal)
  const taken = (await initiate({ visitor: stranger, purchaseId: purchase.purchaseId })).result.transactionId as string
  await portal.db.updateTable('pay_order').set({ client_key: purchase.purchaseId }).where('id', '=', taken).execute()
  const { transactionId } = (await initiate(purchase)).result
  expect(transactionId).not.toBe(taken)
  expect(await world.process(purchase.visitor, transactionId)).toMatchObject({ code: 'STARTED' })
  expect(await world.details(transactionId, purchase.visitor)).toMatchObject({ isOwner: true, msisdn: MSISDN })
})

test('abuse 87 the cookie from before a proof gives access to neither the purchase nor its order', async () => {
  const purchase = await aPurchase()
  const former = purchase.visitor.cookie()
  const { visit_id: id } = await portal.db
    .selectFrom('purchase')
    .select('visit_id')
    .where('id', '=', purchase.purchaseId)
    .executeTakeFirstOrThrow()
  await portal.db
    .updateTable('visit')
    .set({ cookie_hash: randomBytes(32), former_hash: id, former_until: new Date(Date.now() + 600_000) })
    .where('id', '=', id)
    .execute()
  const read = await callAs(former, { url: `${TRANSACTION}/purchase?purchaseId=${purchase.purchaseId}` })
  expect(read.json().result.queryData.msisdn).toBe('90 •• •• 01')
  const payload = { txnId: purchase.purchaseId, amount: 500, emailId: 'eve@evil.test' }
  expect((await callAs(former, { method: 'POST', url: `${TRANSACTION}/initiate`, payload })).json().code).toBe('no-pending-payment')
})

test('a payer returns to the origin of ours where they began, and to no other', async () => {
  const at = { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }
  const chosen = await aPurchase()
  const cookie = chosen.visitor.cookie()
  const post = (path: string, payload: object) =>
    portal.call({ method: 'POST', url: `${TRANSACTION}/${path}`, payload, headers: { ...at, cookie, lang: 'en' } })
  const { transactionId } = (await post('initiate', { txnId: chosen.purchaseId, amount: 500 })).json().result
  await post('process', { transactionId, paymentMode: 'PAYMENT_GATEWAY', paymentGateway: 'DPO' })
  const { urls } = provider.starts.at(-1) ?? { urls: { return: '', notify: '' } }
  expect(urls.return).toMatch(/^http:\/\/127\.0\.0\.1:3000\//)
  expect(urls.notify).toMatch(/^http:\/\/localhost:3000\//)
  const { pathname, search } = new URL(urls.return)
  const address = pathname + search
  const page = `/payment/status?id=${transactionId}`
  expect((await portal.call({ url: address, headers: { host: '127.0.0.1:3000' } })).headers.location).toBe(page)
  const led = await portal.call({ url: address })
  expect(led.headers.location).toBeUndefined()
  expect(led.body).toContain(`0;url=http://127.0.0.1:3000${page}`)
  await portal.db.updateTable('pay_order').set({ origin: 'http://evil.test' }).where('id', '=', transactionId).execute()
  expect((await portal.call({ url: address })).headers.location).toBe(page)
})
