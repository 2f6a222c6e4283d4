import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { CARDS, parametersOf, payOn } from '../testing/card-payments.ts'
import { routesListed, routesServed } from '../testing/simulator-contract.ts'
import { aListeningSandbox, aSandbox } from '../testing/test-sandbox.ts'
import { ubaSimulator } from './uba-simulator.ts'

const BASE = '/sandbox/uba/cipg-payportal'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

function registration(changes: Record<string, string> = {}): string {
  return new URLSearchParams({
    merchantId: 'GUICHETNE',
    serviceKey: 'uba-sandbox-key',
    description: 'Recharge',
    total: '1500',
    date: '15/11/2026 10:00:00',
    countryCurrencyCode: '952',
    noOfItems: '1',
    customerFirstName: '',
    customerLastname: '',
    customerEmail: 'amina@example.ne',
    customerPhoneNumber: '22790000001',
    referenceNumber: 'REF2345ABCD',
    ...changes,
  }).toString()
}

async function register(app: FastifyInstance, changes: Record<string, string> = {}): Promise<string> {
  return (await app.inject({ method: 'POST', url: `${BASE}/regptran`, headers: FORM, payload: registration(changes) })).body
}

async function verify(app: FastifyInstance, id: string, changes: Record<string, string> = {}): Promise<string> {
  const query = new URLSearchParams({ cipgtxnref: id, mytxnref: 'REF2345ABCD', cipgid: 'GUICHETNE', ...changes }).toString()
  return (await app.inject(`${BASE}/confirmation/verify?${query}`)).body
}

test('it serves exactly the routes of its contract', async () => {
  expect(await routesServed(ubaSimulator)).toEqual(routesListed('UBA'))
})

test('a registration is answered with the transaction id as plain text', async () => {
  const { app } = await aSandbox()
  const answer = await app.inject({ method: 'POST', url: `${BASE}/regptran`, headers: FORM, payload: registration() })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(answer.body).toMatch(/^\d{18}$/)
})

test.for([
  ['another merchant', { merchantId: 'X' }, 'Invalid merchant id supplied'],
  ['a wrong key', { serviceKey: 'X' }, 'Invalid service key supplied'],
  ['no e-mail', { customerEmail: '' }, 'The field customerEmail is required'],
  ['no total', { total: '' }, 'The field total is required'],
  ['cents of a franc', { total: '1500.50' }, 'The field total is not a valid amount'],
  ['a total in words', { total: 'many' }, 'The field total is not a valid amount'],
  ['letters as currency', { countryCurrencyCode: 'XOF' }, 'The currency XOF is not supported'],
  ['a date the other way round', { date: '2026-11-15' }, 'The field date must be dd/MM/yyyy HH:mm:ss'],
] as const)('%s is refused in a sentence', async ([, changes, sentence]) => {
  const { app } = await aSandbox()
  expect(await register(app, changes)).toBe(sentence)
})

test('a reference is registered once', async () => {
  const { app } = await aSandbox()
  await register(app)
  expect(await register(app)).toBe('Duplicate reference number supplied')
})

test('who pays goes to the address the bank has on file, and the books show it once', async () => {
  const { app, world } = await aSandbox()
  const id = await register(app)
  expect(await verify(app, id)).toBe(`Pending Transaction;${id};REF2345ABCD;1500;952`)
  const left = await payOn(app, 'uba', id, { card: CARDS.pays })
  expect([left.status, left.to.origin + left.to.pathname]).toEqual([
    303,
    'http://localhost:3000/orp/bfe/api/portal-service/transaction/v1/callback/uba',
  ])
  expect(parametersOf(left)).toEqual({ refNo: 'REF2345ABCD', transactionId: id, status: 'Approved', bnk: 'UBA' })
  await payOn(app, 'uba', id, { card: CARDS.pays })
  expect(await verify(app, id)).toBe(`Approved Transaction;${id};REF2345ABCD;1500;952`)
  expect(world.money.ledger()).toEqual([
    expect.objectContaining({ face: 'uba', kind: 'capture', reference: id, ourReference: 'REF2345ABCD', amount: 1_500, currency: 'XOF' }),
  ])
  expect(world.notices.recent()).toEqual([])
})

test('verify can be posted, with whatever body', async () => {
  const { app } = await aSandbox()
  const id = await register(app)
  const url = `${BASE}/confirmation/verify?cipgtxnref=${id}&mytxnref=REF2345ABCD&cipgid=GUICHETNE`
  const answer = await app.inject({ method: 'POST', url, headers: FORM, payload: registration() })
  expect(answer.body).toContain('Pending Transaction;')
})

test.for([
  [CARDS.declined, 'Declined'],
  [CARDS.insufficient, 'Declined'],
] as const)('the card %s comes back as %s, and another one may still pay', async ([card, status]) => {
  const { app } = await aSandbox()
  const id = await register(app)
  expect(parametersOf(await payOn(app, 'uba', id, { card }))['status']).toBe(status)
  expect(await verify(app, id)).toMatch(/^Declined Transaction;/)
  await payOn(app, 'uba', id, { card: CARDS.pays })
  expect(await verify(app, id)).toMatch(/^Approved Transaction;/)
})

test('who cancels comes back as Cancelled', async () => {
  const { app } = await aSandbox()
  const id = await register(app)
  expect(parametersOf(await payOn(app, 'uba', id, { cancel: '1' }))['status']).toBe('Cancelled')
  expect(await verify(app, id)).toMatch(/^Cancelled Transaction;/)
})

test('a return URL changed by hand proves nothing: verify does', async () => {
  const { app } = await aSandbox()
  const id = await register(app)
  expect(await verify(app, id, { mytxnref: 'OTHER' })).toBe('Transaction Not Found')
  expect(await verify(app, id, { cipgid: 'OTHER' })).toBe('Invalid Merchant')
  expect(await verify(app, 'X')).toBe('Transaction Not Found')
})

test('a late bank: the payer returns with Pending, the approval comes afterwards', async () => {
  const { app, world } = await aSandbox()
  world.faults.add({ face: 'uba', operation: 'pay', do: { lateMs: 300_000 } })
  const id = await register(app)
  expect(parametersOf(await payOn(app, 'uba', id, { card: CARDS.pays }))['status']).toBe('Pending')
  await payOn(app, 'uba', id, { card: CARDS.pays })
  expect([await verify(app, id), world.money.ledger()]).toEqual([expect.stringMatching(/^Pending/), []])
  await world.scheduler.advance(300_000)
  expect(await verify(app, id)).toMatch(/^Approved/)
  expect(world.money.ledger()).toHaveLength(1)
})

test('the bank’s address for returning visitors is set by a control call', async () => {
  const { app } = await aSandbox()
  const address = 'http://127.0.0.1:3000/back?from=uba'
  await app.inject({ method: 'PUT', url: '/control/addresses/uba', payload: { address } })
  const id = await register(app)
  expect((await payOn(app, 'uba', id, { card: CARDS.pays })).location.startsWith(`${address}&refNo=`)).toBe(true)
})

test('faults are honoured: an answer instead, and an answer lost', async () => {
  const { app, url, world } = await aListeningSandbox()
  world.faults.add({ face: 'uba', operation: 'register', times: 1, do: { status: 503, body: 'Service Unavailable' } })
  expect(await register(app)).toBe('Service Unavailable')
  world.faults.add({ face: 'uba', operation: 'register', times: 1, do: { dropAnswer: true } })
  await expect(fetch(`${url}${BASE}/regptran`, { method: 'POST', headers: FORM, body: registration() })).rejects.toThrow()
  expect(await register(app)).toBe('Duplicate reference number supplied')
})
