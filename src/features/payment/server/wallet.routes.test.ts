import { beforeEach, expect, test } from 'vitest'
import { API_PREFIX } from '#shared/endpoint.ts'
import { ProviderUnavailable, type ConnectorInfo, type Observation, type PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { aVisitor, codeIn, codeWorld, SEND, VERIFY, type Visitor } from '#tests/support/code-world.ts'

const TRANSACTION = `${API_PREFIX}/transaction/v1`
const CIPHERTEXT = 'A'.repeat(344)

/** What the pretend wallets answer next. */
const script: { start: Awaited<ReturnType<PaymentConnector['start']>> | 'silence'; pin: Observation } = {
  start: 'silence',
  pin: { state: 'pending' },
}
const started: string[] = []

const PIN_ASKED: typeof script.start = {
  kind: 'accepted',
  providerRef: null,
  action: { type: 'enter-pin', digits: 4, attemptsLeft: 5, key: { kid: 'key-1', spki: 'c3BraQ==' } },
}
const ON_PHONE: typeof script.start = {
  kind: 'accepted',
  providerRef: null,
  action: { type: 'approve-on-phone', until: new Date(Date.now() + 120_000) },
}
const said = (code: string) => ({ code, text: '' })

function aWallet(id: ConnectorInfo['id'], paymentMode: ConnectorInfo['paymentMode']): PaymentConnector {
  return {
    info: {
      id,
      paymentMode,
      currencies: ['XOF'],
      wireExponent: { XOF: 0 },
      payerProof: paymentMode === 'MONEY_PUSH' || paymentMode === 'MPESA' ? 'none' : 'code',
      resolves: ['query'],
      repeat: 'second-payment',
      refund: 'none',
      queryLadderSeconds: [600],
    },
    async start(_context, order) {
      started.push(`${id} ${order.payer.msisdn}`)
      if (script.start === 'silence') throw new ProviderUnavailable('silent', true)
      return script.start
    },
    submitSecret: async () => script.pin,
  }
}

const WALLETS: [ConnectorInfo['id'], PaymentConnector][] = [
  ['airtime', aWallet('airtime', 'AIR_TIME')],
  ['money-push', aWallet('money-push', 'MONEY_PUSH')],
  ['money-pin', aWallet('money-pin', 'MONEY')],
  ['smartcash', aWallet('smartcash', 'SMARTCASH')],
]
const world = await codeWorld({ connectors: new Map(WALLETS) })
let lastNumber = 90_500_000

beforeEach(() => {
  script.start = PIN_ASKED
  script.pin = { state: 'pending' }
})

async function aPurchase(visitor: Visitor): Promise<string> {
  const answer = await visitor.post(`${TRANSACTION}/purchase`, {
    kind: 'airtime',
    msisdn: '90000001',
    amount: 500,
    redirectPage: '/prepaid-recharge',
  })
  return answer.json().result.purchaseId
}

/** A visitor with a purchase who has proven that a number is theirs. */
async function aPayer() {
  const visitor = aVisitor(world.portal)
  const purchaseId = await aPurchase(visitor)
  const msisdn = String((lastNumber += 1001))
  const { refId } = (await visitor.post(SEND, { msisdn })).json().result
  const { accessToken } = (await visitor.post(VERIFY, { refId, otp: codeIn(world.sent.at(-1)), paymentMode: 'SMARTCASH_SECURE' })).json()
    .result
  return { visitor, purchaseId, msisdn, bearer: accessToken as string }
}

type Payer = Awaited<ReturnType<typeof aPayer>>

function withBearer({ visitor, bearer }: Pick<Payer, 'visitor' | 'bearer'>, path: string, payload: object) {
  return world.portal.call({
    method: 'POST',
    url: `${TRANSACTION}/auth/${path}`,
    payload,
    headers: { cookie: visitor.cookie(), lang: 'en', authorization: `Bearer ${bearer}` },
  })
}

function initiate(payer: Payer, paymentMode = 'SMARTCASH_SECURE') {
  return withBearer(payer, 'initiate', { txnId: payer.purchaseId, amount: 500, paymentMode, paymentMobile: payer.msisdn })
}

function enterPin(payer: Payer, transactionId: string, paymentMode = 'SMARTCASH_SECURE') {
  return withBearer(payer, 'process', { transactionId, paymentMode, paymentMobile: payer.msisdn, amPin: CIPHERTEXT, keyId: 'key-1' })
}

test('SC-1, MM-3: a bearer opens the key of the wallet, bound to this payment', async () => {
  const answer = (await initiate(await aPayer())).json()
  expect(answer.result).toMatchObject({
    transactionId: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
    encryptionKeyDetails: { key: 'c3BraQ==', keyId: 'key-1', digits: 4, label: expect.stringMatching(/^[A-Z2-9]{12}$/) },
    attemptsLeft: 5,
  })
})

test('MM-3: without the bearer of this very number nothing begins', async () => {
  const payer = await aPayer()
  expect((await initiate({ ...payer, bearer: 'A'.repeat(22) })).json().code).toBe('payer-not-proven')
  expect((await initiate({ ...payer, msisdn: '90000001' })).json().code).toBe('payer-not-proven')
  expect((await initiate({ ...payer, bearer: 'x' })).statusCode).toBe(400)
  const stranger = await aPayer()
  expect((await initiate({ ...stranger, bearer: payer.bearer, msisdn: payer.msisdn })).json().code).toBe('payer-not-proven')
})

test('MM-3: the bearer is spent on one purchase and good for it alone', async () => {
  const payer = await aPayer()
  await initiate(payer)
  expect((await initiate(payer)).statusCode).toBe(200)
  const other = await aPurchase(payer.visitor)
  expect((await initiate({ ...payer, purchaseId: other })).json().code).toBe('payer-not-proven')
})

test('MM-3: ten minutes later a PIN needs a new code', async () => {
  const payer = await aPayer()
  const { transactionId } = (await initiate(payer)).json().result
  world.passMinutes(11)
  expect((await enterPin(payer, transactionId)).json().code).toBe('payer-not-proven')
})

test.for([
  ['TENERE_MONEY', 1004],
  ['SMARTCASH_SECURE', '56D005'],
] as const)('ERR-1: a wrong PIN of %s is %s, with what the wallet still allows', async ([mode, code]) => {
  const payer = await aPayer()
  const { transactionId } = (await initiate(payer, mode)).json().result
  script.pin = { state: 'declined', final: false, reason: 'wrong_pin', attemptsLeft: 3, provider: said('wrong') }
  const answer = (await enterPin(payer, transactionId, mode)).json()
  expect(answer).toMatchObject({ status: 'failure', statusCode: code, attemptsLeft: 3, message: 'Incorrect PIN.' })
  // Closing the dialog and coming back shows what the wallet counts, not five again.
  expect((await initiate(payer, mode)).json().result.attemptsLeft).toBe(3)
})

test('MM-1: a locked wallet is 1006, whether it says so before or after the PIN', async () => {
  const payer = await aPayer()
  const { transactionId } = (await initiate(payer)).json().result
  script.pin = { state: 'declined', final: true, reason: 'pin_locked', provider: said('1006') }
  expect((await enterPin(payer, transactionId)).json().statusCode).toBe(1006)
  script.start = { kind: 'rejected', reason: 'pin_locked', provider: said('1006') }
  expect((await initiate(await aPayer())).json().statusCode).toBe(1006)
})

test('a right PIN is paid once; the same PIN again finds nothing to pay', async () => {
  const payer = await aPayer()
  const { transactionId } = (await initiate(payer)).json().result
  script.pin = { state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `W-${transactionId}` }
  expect((await enterPin(payer, transactionId)).json().result).toEqual({ transactionId, status: 'REQUEST_RAISED' })
  expect((await enterPin(payer, transactionId)).json().code).toBe('no-pending-payment')
  expect((await initiate(payer)).json().result.encryptionKeyDetails).toBeNull()
})

test('somebody else’s transaction does not exist', async () => {
  const payer = await aPayer()
  const { transactionId } = (await initiate(payer)).json().result
  const stranger = await aPayer()
  expect((await enterPin({ ...stranger, bearer: payer.bearer, msisdn: payer.msisdn }, transactionId)).statusCode).toBe(404)
})

test('MM-2: at most two requests wait on one phone, and a request that waits already is shown again', async () => {
  script.start = ON_PHONE
  const msisdn = '90700001'
  const push = async (visitor: Visitor, purchaseId: string) => {
    const { transactionId } = (await visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount: 500 })).json().result
    return (await visitor.post(`${TRANSACTION}/process`, { transactionId, paymentMode: 'TENERE_MONEY_PUSH', paymentMobile: msisdn })).json()
  }
  const visitors = await Promise.all(
    [1, 2, 3].map(async () => {
      const visitor = aVisitor(world.portal)
      return { visitor, purchaseId: await aPurchase(visitor) }
    }),
  )
  const codes = []
  for (const { visitor, purchaseId } of visitors) codes.push((await push(visitor, purchaseId)).result?.code ?? 'refused')
  expect(codes).toEqual(['STARTED', 'STARTED', 'refused'])
  const [first] = visitors
  if (!first) throw new Error('unreachable')
  expect((await push(first.visitor, first.purchaseId)).result.code).toBe('ALREADY_PROCESSED')
  expect(started.filter((each) => each === `money-push ${msisdn}`)).toHaveLength(2)
})

test('AIR-1: the balance is shown to a proven payer only, and airtime pays only then', async () => {
  const payer = await aPayer()
  const { visitor, purchaseId, msisdn, bearer } = payer
  const { transactionId } = (await visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount: 500 })).json().result
  const balance = () =>
    world.portal.call({
      url: `${TRANSACTION}/payer-balance`,
      query: { tid: transactionId, paymentMobile: msisdn },
      headers: { cookie: visitor.cookie(), lang: 'en' },
    })
  const pay = () => visitor.post(`${TRANSACTION}/process`, { transactionId, paymentMode: 'AIR_TIME', paymentMobile: msisdn })
  expect((await balance()).json().code).toBe('payer-not-proven')
  expect((await pay()).json().code).toBe('payer-not-proven')
  await visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount: 500, paymentMobile: msisdn, uniqueCode: bearer })
  expect((await balance()).json().result).toEqual({ balance: expect.any(Number), isEnough: expect.any(Boolean) })
  script.start = {
    kind: 'settled',
    providerRef: 'r1',
    seen: { state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `A-${transactionId}` },
  }
  expect((await pay()).json().result.status).toBe('REQUEST_RAISED')
})

test('MM-1: a number that is not the operator’s is told so in the specification’s words', async () => {
  const visitor = aVisitor(world.portal)
  const purchaseId = await aPurchase(visitor)
  const { transactionId } = (await visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount: 500 })).json().result
  const answer = await visitor.post(`${TRANSACTION}/process`, {
    transactionId,
    paymentMode: 'TENERE_MONEY_PUSH',
    paymentMobile: '10000001',
  })
  expect(answer.json().message).toBe('Please enter valid Ténéré Mobile number')
})

test('HUB-1: a method that stays silent is shown as unavailable before anybody pays', async () => {
  const options = async () =>
    (await aVisitor(world.portal).post(`${TRANSACTION}/payment-options`, { amount: 500, transactionType: 'PREPAID_RECHARGE' })).json()
      .result.paymentOption as { type: string; isAvailable: boolean }[]
  const money = async () => (await options()).find(({ type }) => type === 'AM')?.isAvailable
  expect((await options()).map(({ type }) => type)).toEqual(['smartcash', 'AM'])
  expect(await money()).toBe(true)
  script.start = 'silence'
  for (const msisdn of ['90710001', '90720002', '90730003']) {
    const visitor = aVisitor(world.portal)
    const txnId = await aPurchase(visitor)
    const { transactionId } = (await visitor.post(`${TRANSACTION}/initiate`, { txnId, amount: 500 })).json().result
    await visitor.post(`${TRANSACTION}/process`, { transactionId, paymentMode: 'TENERE_MONEY_PUSH', paymentMobile: msisdn })
  }
  expect(await money()).toBe(false)
  world.passMinutes(1)
  expect(await money()).toBe(true)
})
