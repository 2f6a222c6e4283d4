import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { aVisitor, type Visitor } from '#tests/support/code-world.ts'
import { ON_PHONE, pinAsked, TRANSACTION, walletWorld } from '#tests/support/wallet-world.ts'

const world = await walletWorld()
const { script, aPurchase, aPayer, initiate, enterPin, begin, push } = world
const said = (code: string) => ({ code, text: '' })

beforeEach(() => {
  script.start = pinAsked()
  script.pin = { state: 'pending' }
})

test('SC-1, MM-3: a bearer token returns the key of the wallet, bound to this payment', async () => {
  const answer = (await initiate(await aPayer())).json()
  expect(answer.result).toMatchObject({
    transactionId: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
    encryptionKeyDetails: { key: 'c3BraQ==', keyId: 'key-1', digits: 4, label: expect.stringMatching(/^[A-Z2-9]{12}$/) },
    attemptsLeft: 5,
  })
})

test('abuse 32 MM-3: without the bearer token of this very number nothing begins', async () => {
  const payer = await aPayer()
  expect((await initiate({ ...payer, bearer: 'A'.repeat(22) })).json().code).toBe('payer-not-proven')
  expect((await initiate({ ...payer, msisdn: '90000001' })).json().code).toBe('payer-not-proven')
  expect((await initiate({ ...payer, bearer: 'x' })).statusCode).toBe(400)
  const stranger = await aPayer()
  expect((await initiate({ ...stranger, bearer: payer.bearer, msisdn: payer.msisdn })).json().code).toBe('payer-not-proven')
})

test('abuse 32 MM-3: the bearer token is spent on one purchase and valid for it alone', async () => {
  const payer = await aPayer()
  await initiate(payer)
  expect((await initiate(payer)).statusCode).toBe(200)
  const other = await aPurchase(payer.visitor)
  expect((await initiate({ ...payer, purchaseId: other })).json().code).toBe('payer-not-proven')
})

test('abuse 32 MM-3: ten minutes later a PIN needs a new code', async () => {
  const payer = await aPayer()
  const { transactionId } = (await initiate(payer)).json().result
  world.passMinutes(11)
  expect((await enterPin(payer, transactionId)).json().code).toBe('payer-not-proven')
})

test.for([
  ['TENERE_MONEY', 1004],
  ['SMARTCASH_SECURE', '56D005'],
] as const)('S2 ERR-1: a wrong PIN of %s is %s, with the remaining tries of the wallet', async ([mode, code]) => {
  const payer = await aPayer()
  const { transactionId } = (await initiate(payer, mode)).json().result
  script.pin = { state: 'declined', final: false, reason: 'wrong_pin', attemptsLeft: 3, provider: said('wrong') }
  const answer = (await enterPin(payer, transactionId, { paymentMode: mode })).json()
  expect(answer).toMatchObject({ status: 'failure', statusCode: code, attemptsLeft: 3, message: 'Incorrect PIN.' })
  // After closing the dialog and coming back, the wallet's own count is shown, not five again.
  expect((await initiate(payer, mode)).json().result.attemptsLeft).toBe(3)
})

test('MM-1: a locked wallet is 1006, whether it reports so before or after the PIN', async () => {
  const payer = await aPayer()
  const { transactionId } = (await initiate(payer)).json().result
  script.pin = { state: 'declined', final: true, reason: 'pin_locked', provider: said('1006') }
  expect((await enterPin(payer, transactionId)).json().statusCode).toBe(1006)
  script.start = { kind: 'rejected', reason: 'pin_locked', provider: said('1006') }
  expect((await initiate(await aPayer())).json().statusCode).toBe(1006)
})

test('F49 a wallet that locked itself gets no further PIN from us', async () => {
  const payer = await aPayer()
  const { transactionId } = (await initiate(payer)).json().result
  script.pin = { state: 'declined', final: true, reason: 'pin_locked', provider: said('1006') }
  await enterPin(payer, transactionId)
  const sent = world.pins.length
  script.start = { kind: 'rejected', reason: 'pin_locked', provider: said('1006') }
  for (let tries = 0; tries < 3; tries += 1) {
    expect((await enterPin(payer, transactionId)).json().status).toBe('failure')
    expect((await initiate(payer)).json().statusCode).toBe(1006)
  }
  expect(world.pins.length).toBe(sent)
})

test('abuse 43 a PIN is not sent to another wallet than the one where the payment began', async () => {
  const payer = await aPayer()
  const { transactionId } = (await initiate(payer, 'SMARTCASH_SECURE')).json().result
  script.pin = { state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `X-${transactionId}` }
  const sent = world.pins.length
  const answer = (await enterPin(payer, transactionId, { paymentMode: 'TENERE_MONEY' })).json()
  expect(answer.status).toBe('failure')
  expect(world.pins.length).toBe(sent)
})

test('abuse 30 S10 a right PIN is paid once; the same PIN again finds nothing to pay', async () => {
  const payer = await aPayer()
  const { transactionId } = (await initiate(payer)).json().result
  script.pin = { state: 'paid', amount: { minor: 500, currency: 'XOF' }, providerTxnId: `W-${transactionId}` }
  expect((await enterPin(payer, transactionId)).json().result).toEqual({ transactionId, status: 'REQUEST_RAISED' })
  expect((await enterPin(payer, transactionId)).json().code).toBe('no-pending-payment')
  expect((await initiate(payer)).json().result.encryptionKeyDetails).toBeNull()
})

test('abuse 44 another visit’s transaction does not exist', async () => {
  const payer = await aPayer()
  const { transactionId } = (await initiate(payer)).json().result
  const stranger = await aPayer()
  expect((await enterPin({ ...stranger, bearer: payer.bearer, msisdn: payer.msisdn }, transactionId)).statusCode).toBe(404)
})

test('AIR-1: the balance is shown to a proven payer only, and airtime pays only then', async () => {
  const payer = await aPayer()
  const { visitor, purchaseId, msisdn, bearer } = payer
  const transactionId = await begin(visitor, purchaseId)
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

test('MM-1: a number that is not the operator’s gets the specification’s sentence', async () => {
  const visitor = aVisitor(world.portal)
  const { message } = await push(visitor, await begin(visitor), '10000001')
  expect(message).toBe('Please enter valid Ténéré Mobile number')
})

test('HUB-1: an unresponsive method is shown as unavailable before anyone pays', async () => {
  const options = async () =>
    (await aVisitor(world.portal).post(`${TRANSACTION}/payment-options`, { amount: 500, transactionType: 'PREPAID_RECHARGE' })).json()
      .result.paymentOption as { type: string; isAvailable: boolean }[]
  const money = async () => (await options()).find(({ type }) => type === 'AM')?.isAvailable
  expect((await options()).map(({ type }) => type)).toEqual(['smartcash', 'AM'])
  expect(await money()).toBe(true)
  script.start = 'silence'
  for (const msisdn of ['90710001', '90720002', '90730003']) {
    const visitor = aVisitor(world.portal)
    await push(visitor, await begin(visitor), msisdn)
  }
  expect(await money()).toBe(false)
  world.passMinutes(1)
  expect(await money()).toBe(true)
})

test('MM-2: the list of methods includes a request that still waits on a phone, for its own visit alone', async () => {
  script.start = ON_PHONE
  const visitor = aVisitor(world.portal)
  const purchaseId = await aPurchase(visitor)
  const asked = { amount: 500, transactionType: 'PREPAID_RECHARGE', purchaseId }
  const waiting = async (visitor: Visitor) => (await visitor.post(`${TRANSACTION}/payment-options`, asked)).json().result.waiting
  expect(await waiting(visitor)).toBeNull()
  const transactionId = await begin(visitor, purchaseId)
  await push(visitor, transactionId, '90740001')
  expect(await waiting(visitor)).toEqual({ transactionId, payerMobile: '90740001' })
  const { visitor: stranger } = await aPayer()
  expect(await waiting(stranger)).toBeNull()
})

test.for([
  ['E8001', 'other', 'E8001'],
  ['<b>no</b>', 'provider', ''],
  ['60019', 'insufficient_funds', ''],
  ['genericError', 'other', ''],
  ['unreachable', 'provider', ''],
] as const)('GEN-10 a refusal %s for %s shows the code %s, to its own visit', async ([code, reason, shown]) => {
  const visitor = aVisitor(world.portal)
  const transactionId = await begin(visitor)
  script.start = { kind: 'rejected', reason, provider: { code, text: 'in words of the provider’s own' } }
  await push(visitor, transactionId, '90000021')
  const details = async (cookie: string) =>
    (
      await world.portal.call({ url: `${TRANSACTION.replace('/v1', '')}/fetch`, query: { txnId: transactionId }, headers: { cookie } })
    ).json()
  expect((await details(visitor.cookie())).result).toMatchObject({ statusReason: reason, reasonCode: shown })
  const stranger = await details('')
  expect(stranger.result.reasonCode).toBe('')
  expect(JSON.stringify(stranger)).not.toContain('words of the provider')
})

test('I6 the receipt of a purchase tells its own visit of another request that could still be accepted', async () => {
  script.start = ON_PHONE
  const visitor = aVisitor(world.portal)
  const transactionId = await begin(visitor)
  await push(visitor, transactionId, '90750001')
  await push(visitor, transactionId, '90750002')
  const read = async (cookie: string) => {
    const url = `${TRANSACTION.replace('/v1', '')}/fetch`
    return (await world.portal.call({ url, query: { txnId: transactionId }, headers: { cookie } })).json().result
  }
  expect(await read(visitor.cookie())).toMatchObject({ isFinal: false, otherWaiting: null })
  const { db } = world.portal
  await sql`update pay_attempt set state = 'PAID', is_winner = true, paid_minor = asked_minor, paid_currency = asked_currency
    where order_id = ${transactionId} and payer->>'msisdn' = '90750002'`.execute(db)
  await sql`update pay_order set paid_at = now(), fulfilment = 'DONE' where id = ${transactionId}`.execute(db)
  expect(await read(visitor.cookie())).toMatchObject({ isFinal: true, money: 'delivered', otherWaiting: '90750001' })
  expect(await read('')).toMatchObject({ isFinal: true, otherWaiting: null })
})
