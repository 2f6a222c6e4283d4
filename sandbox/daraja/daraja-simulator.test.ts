import { expect, test } from 'vitest'
import { askToken, bearer, DARAJA, push, query } from '../testing/daraja-calls.ts'
import { routesListed, routesServed } from '../testing/simulator-contract.ts'
import { answerOnPhone } from '../testing/gsma-calls.ts'
import { aReceiver, aSandbox } from '../testing/test-sandbox.ts'
import { darajaSimulator } from './daraja-simulator.ts'

const MINUTE_MS = 60_000

test('it serves exactly the routes of its contract', async () => {
  expect(await routesServed(darajaSimulator)).toEqual(routesListed('M-Pesa'))
})

test('a token is given for key and secret, and ages with the sandbox’s clock', async () => {
  const { app, world } = await aSandbox()
  expect((await askToken(app)).json()).toEqual({ access_token: expect.any(String), expires_in: '3599' })
  expect((await askToken(app, 'Basic eDp5')).json()).toMatchObject({ errorCode: '400.008.01' })
  expect((await askToken(app, undefined, 'password')).json()).toMatchObject({ errorCode: '400.008.02' })
  const headers = await bearer(app)
  const ask = async () => app.inject({ method: 'POST', url: `${DARAJA}/mpesa/stkpushquery/v1/query`, headers, payload: {} })
  expect((await ask()).statusCode).toBe(400)
  await world.scheduler.advance(60 * MINUTE_MS)
  expect((await ask()).json()).toMatchObject({ errorCode: '404.001.03' })
})

test('a push is shown on the phone, paid once, and reported by one callback without our reference', async () => {
  const receiver = await aReceiver([500, 200])
  const { app, world } = await aSandbox()
  const before = world.money.total()
  const pushed = (await push(app, { CallBackURL: `${receiver.url}/notice/daraja/REF/mac` })).json()
  expect(pushed).toMatchObject({ ResponseCode: '0', MerchantRequestID: expect.stringMatching(/^\d+-\d+-1$/) })
  expect(world.prompts.of('90000001')).toMatchObject([{ face: 'daraja', wallet: 'mpesa', amount: 1_500, state: 'waiting' }])
  await answerOnPhone(world, 'accept')
  await world.scheduler.advance(60 * MINUTE_MS)

  expect(receiver.requests).toHaveLength(1)
  expect(receiver.requests[0]).toMatchObject({ method: 'POST', url: '/notice/daraja/REF/mac', headers: { businessshortcode: '600227' } })
  const { stkCallback } = JSON.parse(receiver.requests[0]?.body ?? '').Body
  expect(stkCallback).toMatchObject({ ResultCode: 0, CheckoutRequestID: pushed.CheckoutRequestID })
  expect(stkCallback.CallbackMetadata.Item).toMatchObject([
    { Name: 'Amount', Value: 1_500 },
    {},
    { Name: 'Balance' },
    {},
    { Value: 22_790_000_001 },
  ])
  expect(receiver.requests[0]?.body).not.toContain('REF2345ABCDE')
  expect(world.money.ledger()).toMatchObject([{ face: 'daraja', kind: 'capture', amount: 1_500, ourReference: 'REF2345ABCDE' }])
  expect(world.money.total()).toBe(before)
  expect(world.inbox.of('90000001')[0]).toMatchObject({ from: 'M-PESA', text: expect.stringContaining('REF2345ABCDE') })
  expect((await query(app, pushed.CheckoutRequestID)).json()).toMatchObject({ ResponseCode: '0', ResultCode: '0' })
})

test('the id holds the time of clocks in Nairobi', async () => {
  const { app } = await aSandbox({ realNow: () => Date.parse('2026-11-15T22:30:05Z') })
  expect((await push(app)).json().CheckoutRequestID).toMatch(/^ws_CO_16112026013005\d{3}22790000001$/)
})

test('"not yet" has two forms, and one of them also means an unknown id', async () => {
  const { app } = await aSandbox()
  const { CheckoutRequestID } = (await push(app)).json()
  const first = await query(app, CheckoutRequestID)
  expect([first.statusCode, first.json().ResultCode]).toEqual([200, '4999'])
  const second = await query(app, CheckoutRequestID)
  expect([second.statusCode, second.json().errorCode]).toEqual([500, '500.001.1001'])
  expect((await query(app, CheckoutRequestID)).statusCode).toBe(200)
  const unknown = await query(app, 'ws_CO_x')
  expect([unknown.statusCode, unknown.json().errorCode]).toEqual([500, '500.001.1001'])
})

test.for([
  ['BusinessShortCode', 1],
  ['Timestamp', 'now'],
  ['TransactionType', 'X'],
  ['Amount', 1.5],
  ['Amount', 0],
  ['PartyA', '254712345678'],
  ['PartyB', '1'],
  ['PhoneNumber', '90000001'],
  ['CallBackURL', 'nowhere'],
  ['CallBackURL', 'http://localhost:3000/notice/mpesa/REF2345ABCDE/mac'],
  ['AccountReference', 'THIRTEEN-SIGN'],
] as const)('%s %s is refused by name', async ([field, value]) => {
  const { app, world } = await aSandbox()
  const answer = await push(app, { [field]: value })
  expect([answer.statusCode, answer.json().errorMessage]).toEqual([400, `Bad Request - Invalid ${field}`])
  expect(world.prompts.of('90000001')).toEqual([])
})

test('no description is "Invalid Remarks"; another password is wrong credentials', async () => {
  const { app } = await aSandbox()
  expect((await push(app, { TransactionDesc: '' })).json()).toMatchObject({ errorMessage: 'Bad Request - Invalid Remarks' })
  expect((await push(app, { Password: 'eA==' })).json()).toMatchObject({ errorCode: '500.001.1001', errorMessage: 'Wrong credentials' })
  expect((await push(app, { Amount: '1500', BusinessShortCode: '600227' })).statusCode).toBe(200)
})

test.for([
  ['99000001', '17'],
  ['99000002', '1'],
  ['99000006', '1037'],
  ['99000008', '1032'],
  ['90000006', '8006'],
  ['90000001', '1037'],
] as const)('%s ends with %s, told once', async ([msisdn, code]) => {
  const receiver = await aReceiver()
  const { app, world } = await aSandbox()
  const { CheckoutRequestID } = (await push(app, { msisdn, CallBackURL: receiver.url })).json()
  await world.scheduler.advance(2 * MINUTE_MS)
  expect((await query(app, CheckoutRequestID)).json()).toMatchObject({ ResultCode: code })
  expect(receiver.requests.map(({ body }) => JSON.parse(body).Body.stkCallback.ResultCode)).toEqual([Number(code)])
  expect(world.money.ledger()).toEqual([])
})

test('a payer who declines ends with 1032, one with too little with 1', async () => {
  const { app, world } = await aSandbox()
  const declined = (await push(app)).json()
  await answerOnPhone(world, 'decline')
  expect((await query(app, declined.CheckoutRequestID)).json()).toMatchObject({ ResultCode: '1032' })
  const poor = (await push(app, { msisdn: '90000002' })).json()
  await answerOnPhone(world, 'accept', '90000002')
  expect((await query(app, poor.CheckoutRequestID)).json()).toMatchObject({ ResultCode: '1' })
})

test('the same reference twice is two payments', async () => {
  const { app, world } = await aSandbox()
  for (const time of [1, 2]) {
    await push(app)
    await answerOnPhone(world, 'accept')
    expect(world.money.ledger()).toHaveLength(time)
  }
})

test('99 00 00 11: 1037 at first, paid after five minutes, reported once', async () => {
  const receiver = await aReceiver()
  const { app, world } = await aSandbox()
  const { CheckoutRequestID } = (await push(app, { msisdn: '99000011', CallBackURL: receiver.url })).json()
  await world.scheduler.advance(2 * MINUTE_MS)
  expect((await query(app, CheckoutRequestID)).json()).toMatchObject({ ResultCode: '1037' })
  await world.scheduler.advance(4 * MINUTE_MS)
  expect((await query(app, CheckoutRequestID)).json()).toMatchObject({ ResultCode: '0' })
  expect(receiver.requests.map(({ body }) => JSON.parse(body).Body.stkCallback.ResultCode)).toEqual([0])
})
