import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { routesListed, routesServed } from '../testing/simulator-contract.ts'
import { answerOnPhone, askReversal, look, MONEY, pay, payer, SMARTCASH } from '../testing/gsma-calls.ts'
import { aReceiver, aSandbox } from '../testing/test-sandbox.ts'
import { moneySimulator, smartcashSimulator } from './gsma-simulator.ts'

const MINUTE_MS = 60_000

test('both simulators serve exactly the routes of their contract', async () => {
  const served = [...(await routesServed(moneySimulator)), ...(await routesServed(smartcashSimulator))].toSorted()
  expect(served).toEqual(routesListed('Wallets of the GSMA'))
})

test('a push is taken in with 202, shown on the phone, and completed when the payer accepts', async () => {
  const { app, world } = await aSandbox()
  const before = world.money.total()
  const clientId = randomUUID()
  const pushed = await pay(app, { headers: { 'x-correlationid': clientId } })
  expect(pushed.statusCode).toBe(202)
  const { serverCorrelationId } = pushed.json()
  expect(pushed.json()).toMatchObject({ status: 'pending', notificationMethod: 'polling', objectReference: '', pollLimit: 100 })
  expect((await look(app, `/responses/${clientId}`)).json()).toEqual({ link: `/requeststates/${serverCorrelationId}` })
  expect(world.prompts.of('90000001')).toMatchObject([{ face: 'money', wallet: 'money', amount: 1_500, state: 'waiting' }])

  await answerOnPhone(world, 'accept')
  const state = (await look(app, `/requeststates/${serverCorrelationId}`)).json()
  expect(state).toMatchObject({ status: 'completed', objectReference: expect.stringMatching(/^MP/) })
  expect((await look(app, `/responses/${clientId}`)).json()).toEqual({ link: `/transactions/${state.objectReference}` })
  expect((await look(app, `/transactions/${state.objectReference}`)).json()).toMatchObject({
    transactionStatus: 'completed',
    amount: '1500',
    currency: 'XOF',
    type: 'merchantpay',
    requestingOrganisationTransactionReference: 'REF2345ABCDE',
  })
  expect(world.money.ledger()).toMatchObject([{ face: 'money', kind: 'capture', amount: 1_500, ourReference: 'REF2345ABCDE' }])
  expect(world.wallets.find('money', '90000001')?.balance).toBe(48_500)
  expect(world.money.total()).toBe(before)
})

test('the two wallets share nothing', async () => {
  const { app, world } = await aSandbox()
  await pay(app, { base: SMARTCASH })
  await answerOnPhone(world, 'accept')
  expect(world.wallets.find('smartcash', '90000001')?.balance).toBe(48_500)
  expect(world.wallets.find('money', '90000001')?.balance).toBe(50_000)
  expect((await pay(app, { base: SMARTCASH, headers: { 'x-api-key': 'money-sandbox-key' } })).statusCode).toBe(401)
})

test.for<[string, Parameters<typeof pay>[1], number, string]>([
  ['no key', { headers: { 'x-api-key': undefined } }, 401, 'clientAuthorisationError'],
  ['no correlation id', { headers: { 'x-correlationid': undefined } }, 400, 'mandatoryValueNotSupplied'],
  ['a correlation id that is no UUID', { headers: { 'x-correlationid': 'A' } }, 400, 'mandatoryValueNotSupplied'],
  ['another hash', { headers: { 'x-content-hash': 'ab' } }, 400, 'formatError'],
  ['an amount that is a number', { body: { amount: 1500 } }, 400, 'formatError'],
  ['an amount with decimals', { body: { amount: '1500.00' } }, 400, 'formatError'],
  ['a negative amount', { body: { amount: '-5' } }, 400, 'negativeValue'],
  ['another currency', { body: { currency: 'NGN' } }, 400, 'currencyNotSupported'],
  ['another merchant', { body: { creditParty: [{ key: 'organisationid', value: 'X' }] } }, 400, 'formatError'],
  ['a number abroad', { body: { debitParty: [{ key: 'msisdn', value: '+33612345678' }] } }, 400, 'formatError'],
  ['a number of another operator', { body: payer('20000001') }, 404, 'identifierError'],
  ['no reference of ours', { body: { requestingOrganisationTransactionReference: undefined } }, 400, 'mandatoryValueNotSupplied'],
])('%s is an error object', async ([, changes, status, errorCode]) => {
  const { app, world } = await aSandbox()
  const answer = await pay(app, changes)
  expect([answer.statusCode, answer.json().errorCode]).toEqual([status, errorCode])
  expect(answer.json()).toMatchObject({ errorCategory: expect.any(String), errorDateTime: expect.any(String) })
  expect(world.prompts.of('90000001')).toEqual([])
})

test('a correlation id is taken once', async () => {
  const { app, world } = await aSandbox()
  const headers = { 'x-correlationid': randomUUID() }
  await pay(app, { headers })
  expect((await pay(app, { headers })).json()).toMatchObject({ errorCategory: 'businessRule', errorCode: 'duplicateRequest' })
  expect(world.prompts.of('90000001')).toHaveLength(1)
})

test('an unknown id is 404 with identifierError', async () => {
  const { app } = await aSandbox()
  for (const path of [`/responses/${randomUUID()}`, '/requeststates/x', '/transactions/x']) {
    const answer = await look(app, path)
    expect([answer.statusCode, answer.json().errorCode]).toEqual([404, 'identifierError'])
  }
  expect((await look(app, '/heartbeat')).json()).toMatchObject({ serviceStatus: 'available' })
})

test.for([
  ['99000001', 'genericError', undefined],
  ['99000002', 'insufficientFunds', undefined],
  ['99000008', 'requestDeclined', undefined],
  ['99000006', 'genericError', 'expired'],
] as const)('%s fails with %s, and the callback carries the error', async ([msisdn, errorCode, providerCode]) => {
  const receiver = await aReceiver([204], '')
  const { app, world } = await aSandbox()
  const { serverCorrelationId } = (await pay(app, { body: payer(msisdn), headers: { 'x-callback-url': `${receiver.url}/notice` } })).json()
  await world.scheduler.advance(3 * MINUTE_MS)
  const state = (await look(app, `/requeststates/${serverCorrelationId}`)).json()
  expect(state).toMatchObject({ status: 'failed', error: { errorCode } })
  if (providerCode) expect(state.error.errorParameters).toEqual([{ key: 'providerCode', value: providerCode }])
  expect(receiver.requests.map(({ method, body }) => [method, JSON.parse(body).errorCode])).toEqual([['PUT', errorCode]])
  expect(world.money.ledger()).toEqual([])
})

test('a locked wallet is refused at once, with 1006', async () => {
  const { app, world } = await aSandbox()
  expect((await pay(app, { body: payer('90000006') })).json()).toMatchObject({
    errorCode: 'incorrectState',
    errorParameters: [
      { key: 'attemptsLeft', value: '0' },
      { key: 'providerCode', value: '1006' },
    ],
  })
  expect(world.prompts.of('90000006')).toEqual([])
})

test('a callback is PUT with the transaction, and wants 204', async () => {
  const receiver = await aReceiver([200, 204], '')
  const { app, world } = await aSandbox()
  const clientId = randomUUID()
  await pay(app, { headers: { 'x-correlationid': clientId, 'x-callback-url': `${receiver.url}/notice/money-push/REF/mac` } })
  await answerOnPhone(world, 'accept')
  await world.scheduler.advance(10 * MINUTE_MS)
  expect(receiver.requests).toHaveLength(2)
  expect(receiver.requests[0]).toMatchObject({ method: 'PUT', url: '/notice/money-push/REF/mac', headers: { 'x-correlationid': clientId } })
  expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({ transactionStatus: 'completed', amount: '1500' })
})

test('every answer about 99 00 00 10 takes 45 seconds', async () => {
  const { app, world } = await aSandbox()
  let isAnswered = false
  const answer = pay(app, { body: payer('99000010') }).then((answered) => {
    isAnswered = true
    return answered
  })
  await vi.waitFor(() => expect(world.store.collection('money.requests').size).toBe(1))
  await world.scheduler.advance(44_000)
  expect([isAnswered, world.money.ledger().length]).toEqual([false, 1])
  await world.scheduler.advance(1_000)
  expect((await answer).statusCode).toBe(202)
})

test('a reversal gives everything back, once', async () => {
  const { app, world } = await aSandbox()
  const { serverCorrelationId } = (await pay(app)).json()
  await answerOnPhone(world, 'accept')
  const { objectReference } = (await look(app, `/requeststates/${serverCorrelationId}`)).json()
  expect((await askReversal(app, objectReference, { body: { type: 'reversal', amount: '500' } })).statusCode).toBe(400)
  const reversed = await askReversal(app, objectReference)
  expect(reversed.statusCode).toBe(202)
  expect((await askReversal(app, objectReference)).json()).toMatchObject({ errorCode: 'incorrectState' })
  await world.scheduler.advance(MINUTE_MS)

  const state = (await look(app, `/requeststates/${reversed.json().serverCorrelationId}`)).json()
  expect((await look(app, `/transactions/${state.objectReference}`)).json()).toMatchObject({
    type: 'reversal',
    transactionStatus: 'completed',
    amount: '1500',
    originalTransactionReference: objectReference,
  })
  expect((await look(app, `/transactions/${objectReference}`)).json()).toMatchObject({ transactionStatus: 'reversed' })
  expect((await askReversal(app, objectReference)).json()).toMatchObject({ errorCode: 'incorrectState' })
  expect(world.money.ledger().map(({ kind, amount, ourReference }) => [kind, amount, ourReference])).toEqual([
    ['capture', 1_500, 'REF2345ABCDE'],
    ['refund', 1_500, 'REF2345ABCDE'],
  ])
  expect(world.wallets.find('money', '90000001')?.balance).toBe(50_000)
})

test('faults reach every call, by operation and by payer', async () => {
  const { app, world } = await aSandbox()
  world.faults.add({
    face: 'money',
    operation: 'merchantpay',
    match: { 'debitParty.0.value': '+22790000003' },
    do: { status: 503, body: 'down' },
  })
  expect((await pay(app, { body: payer('90000003') })).statusCode).toBe(503)
  expect((await pay(app)).statusCode).toBe(202)
  expect(MONEY).toBe(moneySimulator.path)
})
