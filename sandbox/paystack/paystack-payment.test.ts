import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { CARDS, parametersOf, payOn } from '../testing/card-payments.ts'
import { routesListed, routesServed } from '../testing/simulator-contract.ts'
import { aPaystackPayment, getPaystack, initialize, PAYSTACK, RETURN_URL, verify } from '../testing/paystack-calls.ts'
import { aReceiver, aSandbox } from '../testing/test-sandbox.ts'
import { paystackSimulator } from './paystack-simulator.ts'

const REQUIRED_KEYS =
  'id domain status reference receipt_number amount message gateway_response paid_at created_at channel currency ip_address metadata log fees fees_split authorization customer plan split order_id paidAt createdAt requested_amount pos_transaction_data source fees_breakdown connect transaction_date plan_object subaccount'

test('it serves exactly the routes of its contract', async () => {
  expect(await routesServed(paystackSimulator)).toEqual(routesListed('Paystack'))
})

test.for([
  [undefined, 'No Authorization Header was found'],
  ['sk_test_guichet_sandbox', 'Format is Authorization Bearer [secret key]'],
  ['Bearer pk_test_guichet_sandbox', 'Format is Authorization Bearer [secret key]'],
  ['Bearer sk_test_other', 'Invalid key'],
  ['Bearer sk_live_guichet_sandbox', 'Invalid key'],
] as const)('the key %s is refused', async ([authorization, message]) => {
  const { app } = await aSandbox()
  const headers = authorization === undefined ? {} : { authorization }
  const answer = await app.inject({ url: `${PAYSTACK}/transaction`, headers })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject({ status: false, message, meta: { nextStep: expect.any(String) }, type: 'validation_error' })
})

test('initialize answers where to pay', async () => {
  const { app } = await aSandbox()
  const answer = await initialize(app)
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      status: true,
      message: 'Authorization URL created',
      data: {
        authorization_url: expect.stringMatching(/^http:\/\/localhost(:80)?\/sandbox\/paystack\/checkout\/[0-9a-f]{15}$/),
        access_code: expect.stringMatching(/^[0-9a-f]{15}$/),
        reference: 'REF2345ABCD',
      },
    },
  ])
})

test.for([
  ['an empty e-mail', { email: '' }, 'Email is not allowed to be empty'],
  ['an e-mail without a domain', { email: 'amina' }, 'Invalid Email Address Passed'],
  ['an amount with cents', { amount: 1500.5 }, 'Amount must be an integer'],
  ['an amount in words', { amount: 'many' }, 'Amount must be an integer'],
  ['no amount', { amount: undefined }, 'Amount must be an integer'],
  ['nothing to pay', { amount: 0 }, 'You must specify a valid amount'],
  ['whole francs that were not multiplied', { amount: 1550 }, 'Invalid amount: XOF has no cents'],
  ['a currency of elsewhere', { currency: 'JPY' }, 'Currency not supported by merchant'],
  ['a reference with a space', { reference: 'REF 1' }, 'Invalid character in transaction reference'],
  ['an unknown channel', { channels: ['pigeon'] }, 'Invalid channels passed'],
  ['an address that is none', { callback_url: 'javascript:alert(1)' }, 'Invalid callback_url passed'],
] as const)('%s is refused', async ([, changes, message]) => {
  const { app } = await aSandbox()
  const answer = await initialize(app, changes)
  expect([answer.statusCode, answer.json().message]).toEqual([400, message])
})

test('a reference is used once, and capitals count', async () => {
  const { app } = await aSandbox()
  await initialize(app)
  const again = await initialize(app)
  expect([again.statusCode, again.json().message, again.json().code]).toEqual([
    400,
    'Duplicate Transaction Reference',
    'duplicate_reference',
  ])
  expect((await initialize(app, { reference: 'ref2345abcd' })).statusCode).toBe(200)
})

test('a form is taken like JSON', async () => {
  const { app } = await aSandbox()
  const headers = { authorization: 'Bearer sk_test_guichet_sandbox', 'content-type': 'application/x-www-form-urlencoded' }
  const payload = 'email=amina%40example.ne&amount=150000&reference=FORM1'
  expect((await app.inject({ method: 'POST', url: `${PAYSTACK}/transaction/initialize`, headers, payload })).statusCode).toBe(200)
  expect(await verify(app, 'FORM1')).toMatchObject({ amount: 150_000, currency: 'XOF' })
})

test('verify shows every key the specification requires, from abandoned over ongoing to success', async () => {
  const { app } = await aSandbox()
  const { access_code } = await aPaystackPayment(app, { metadata: { order: 'A' } })
  expect(Object.keys(await verify(app)).toSorted()).toEqual(REQUIRED_KEYS.split(' ').toSorted())
  expect(await verify(app)).toMatchObject({ status: 'abandoned', domain: 'test', log: null, paid_at: null, metadata: { order: 'A' } })
  await app.inject(`${PAYSTACK}/checkout/${access_code}`)
  expect(await verify(app)).toMatchObject({ status: 'ongoing', log: { attempts: 0 } })
  await payOn(app, 'paystack', access_code, { card: CARDS.pays })
  expect(await verify(app)).toMatchObject({
    status: 'success',
    amount: 150_000,
    requested_amount: 150_000,
    gateway_response: 'Approved',
    paid_at: expect.any(String),
    fees: 0,
    authorization: { bin: '408408', last4: '4081' },
    log: { attempts: 1, errors: 0, success: true },
  })
})

test('an unknown reference is not found', async () => {
  const { app } = await aSandbox()
  const answer = await getPaystack(app, '/transaction/verify/NOBODY')
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'transaction_not_found'])
})

test('who pays goes back with the reference, and the books show whole francs once', async () => {
  const { app, world } = await aSandbox()
  const before = world.money.total()
  const { access_code } = await aPaystackPayment(app)
  const left = await payOn(app, 'paystack', access_code, { card: CARDS.pays, expiry: '09/39', cvv: '123' })
  expect([left.status, left.location]).toEqual([303, `${RETURN_URL}?trxref=REF2345ABCD&reference=REF2345ABCD`])
  expect((await payOn(app, 'paystack', access_code, { card: CARDS.pays })).location).toBe(left.location)
  expect(world.money.ledger()).toEqual([
    expect.objectContaining({ face: 'paystack', kind: 'capture', ourReference: 'REF2345ABCD', amount: 1_500, currency: 'XOF' }),
  ])
  expect(world.money.total()).toBe(before)
})

test.for([
  [CARDS.declined, 'Declined'],
  [CARDS.insufficient, 'Insufficient Funds'],
  ['4111 1111 1111 1111', 'Declined'],
] as const)('the card %s fails without a notice, and another one may still pay', async ([card, gatewayResponse]) => {
  const receiver = await aReceiver()
  const { app, world } = await aSandbox({ portalUrl: receiver.url })
  const { access_code } = await aPaystackPayment(app)
  expect(parametersOf(await payOn(app, 'paystack', access_code, { card }))).toEqual({ trxref: 'REF2345ABCD', reference: 'REF2345ABCD' })
  expect(await verify(app)).toMatchObject({ status: 'failed', gateway_response: gatewayResponse, paid_at: null, authorization: {} })
  await world.scheduler.advance(3_600_000)
  expect([receiver.requests, world.money.ledger()]).toEqual([[], []])
  await payOn(app, 'paystack', access_code, { card: CARDS.pays })
  expect(await verify(app)).toMatchObject({ status: 'success', log: { attempts: 2, errors: 1 } })
})

test('who cancels goes back, and the page can be opened again', async () => {
  const { app } = await aSandbox()
  const { access_code } = await aPaystackPayment(app)
  await app.inject(`${PAYSTACK}/checkout/${access_code}`)
  expect((await payOn(app, 'paystack', access_code, { cancel: '1' })).location).toContain(RETURN_URL)
  expect((await verify(app))['status']).toBe('abandoned')
  await payOn(app, 'paystack', access_code, { card: CARDS.pays })
  expect((await verify(app))['status']).toBe('success')
})

test('the webhook is signed over exactly the bytes that are sent', async () => {
  const receiver = await aReceiver()
  const { app, world } = await aSandbox({ portalUrl: receiver.url })
  const { access_code } = await aPaystackPayment(app, { metadata: { name: 'Aïcha «è»' } })
  await payOn(app, 'paystack', access_code, { card: CARDS.pays })
  await world.scheduler.advance(1_000)
  const [notice] = receiver.requests
  expect(notice?.url).toBe('/orp/bfe/api/portal-service/transaction/v1/notice/paystack')
  expect(notice?.headers['x-paystack-signature']).toBe(
    createHmac('sha512', 'sk_test_guichet_sandbox')
      .update(notice?.body ?? '')
      .digest('hex'),
  )
  expect(JSON.parse(notice?.body ?? '')).toEqual({ event: 'charge.success', data: await verify(app) })
})

test('transactions are listed newest first, by status and page', async () => {
  const { app } = await aSandbox()
  for (const reference of ['A', 'B', 'C']) await aPaystackPayment(app, { reference })
  const { access_code } = await aPaystackPayment(app, { reference: 'D' })
  await payOn(app, 'paystack', access_code, { card: CARDS.pays })
  const page = (await getPaystack(app, '/transaction?status=abandoned&perPage=2&page=2')).json()
  expect(page.data.map(({ reference }: { reference: string }) => reference)).toEqual(['A'])
  expect(page.meta).toEqual({ total: 3, total_volume: 0, skipped: 2, perPage: 2, page: 2, pageCount: 2 })
  expect((await getPaystack(app, '/transaction?status=success')).json().meta.total_volume).toBe(150_000)
  expect((await getPaystack(app, '/transaction?from=tomorrow')).statusCode).toBe(400)
})

test('a body that is not JSON is refused in Paystack’s words', async () => {
  const { app } = await aSandbox()
  const headers = { authorization: 'Bearer sk_test_guichet_sandbox', 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: `${PAYSTACK}/transaction/initialize`, headers, payload: '{"email"' })
  expect([answer.statusCode, answer.json().status]).toEqual([400, false])
})
