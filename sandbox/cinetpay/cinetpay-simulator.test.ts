import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { expect, test, vi } from 'vitest'
import { CARDS, parametersOf, payOn } from '../testing/card-payments.ts'
import { routesListed, routesServed } from '../testing/simulator-contract.ts'
import { aSandbox } from '../testing/test-sandbox.ts'
import { cinetpaySimulator } from './cinetpay-simulator.ts'

const BASE = '/sandbox/cinetpay/v2'
const KEYS = { apikey: 'cinetpay-sandbox-key', site_id: '227001' }
const REQUEST = {
  ...KEYS,
  transaction_id: 'REF2345ABCD',
  amount: 1500,
  currency: 'XOF',
  description: 'Recharge',
  notify_url: 'http://127.0.0.1:9/notice/cinetpay',
  return_url: 'http://localhost:3000/back?from=cinetpay',
  channels: 'ALL',
  metadata: 'REF2345ABCD',
}

type Answer = { code: string; message: string; data: Record<string, string | null> }

async function post(app: FastifyInstance, path: string, payload: object): Promise<Answer & { status: number }> {
  const answer = await app.inject({ method: 'POST', url: `${BASE}${path}`, payload })
  return { status: answer.statusCode, ...answer.json<Answer>() }
}
const create = (app: FastifyInstance, changes: object = {}) => post(app, '/payment', { ...REQUEST, ...changes })
const check = (app: FastifyInstance) => post(app, '/payment/check', { ...KEYS, transaction_id: 'REF2345ABCD' })

async function aPayment() {
  const sandbox = await aSandbox()
  const { data } = await create(sandbox.app)
  return { ...sandbox, token: data['payment_token'] ?? '', page: data['payment_url'] ?? '' }
}

test('it serves exactly the routes of its contract', async () => {
  const page = readFileSync(new URL('./differences.md', import.meta.url), 'utf8')
  expect(await routesServed(cinetpaySimulator)).toEqual(routesListed('Routes', page))
})

test('a payment gets a page of its own, and its webhook address is tried by GET', async () => {
  const { app, page, world } = await aPayment()
  expect(page).toMatch(/^http:\/\/.*\/sandbox\/cinetpay\/payment\/[0-9a-f]{64}$/)
  expect((await app.inject(new URL(page).pathname)).body).toContain('SANDBOX')
  expect(await check(app)).toMatchObject({ code: '662', data: { status: 'WAITING_FOR_CUSTOMER', amount: '1500', metadata: 'REF2345ABCD' } })
  await world.scheduler.advance(1)
  await vi.waitFor(() => expect(world.notices.recent()).toMatchObject([{ face: 'cinetpay', method: 'GET', url: REQUEST.notify_url }]))
})

test.for([
  ['another key', { apikey: 'x' }, '609'],
  ['another site', { site_id: '1' }, '613'],
  ['no description', { description: '' }, '608'],
  ['a special character in the description', { description: 'a & b' }, '608'],
  ['99 francs', { amount: 99 }, '641'],
  ['0', { amount: 0 }, '641'],
  ['a sum that is no multiple of 5', { amount: 1502 }, '608'],
  ['cents', { amount: 1500.5 }, '611'],
  ['a sum in words', { amount: 'many' }, '611'],
  ['another currency', { currency: 'EUR' }, '612'],
  ['an unknown universe', { channels: 'CASH' }, '608'],
  ['an address that is none', { notify_url: 'portal' }, '608'],
] as const)('%s is refused', async ([, changes, code]) => {
  const { app } = await aSandbox()
  expect(await create(app, changes)).toMatchObject({ status: 400, code, data: [] })
})

test('a transaction is created once, and one that was never created is unknown', async () => {
  const { app } = await aSandbox()
  expect(await check(app)).toMatchObject({ status: 404, code: '404' })
  expect((await create(app)).code).toBe('201')
  expect(await create(app)).toMatchObject({ code: '608', description: 'transaction_id already exists' })
})

test('who pays comes back with both references, and the books show it once', async () => {
  const { app, token, world } = await aPayment()
  const left = await payOn(app, 'cinetpay', token, { card: CARDS.pays })
  expect(parametersOf(left)).toEqual({ from: 'cinetpay', transaction_id: 'REF2345ABCD', token })
  expect(await check(app)).toMatchObject({
    code: '00',
    data: { status: 'ACCEPTED', operator_id: expect.stringMatching(/^MP\d+$/) as string },
  })
  await payOn(app, 'cinetpay', token, { card: CARDS.pays })
  expect(world.money.ledger()).toMatchObject([{ kind: 'capture', ourReference: 'REF2345ABCD', amount: 1500 }])
})

test.for([
  [{ card: CARDS.declined }, '600'],
  [{ card: CARDS.insufficient }, '602'],
  [{ cancel: '1' }, '627'],
] as const)('%o is told as %s, and can be tried again', async ([fields, code]) => {
  const { app, token } = await aPayment()
  await payOn(app, 'cinetpay', token, fields)
  expect(await check(app)).toMatchObject({ code, data: { status: 'REFUSED' } })
  await payOn(app, 'cinetpay', token, { card: CARDS.pays })
  expect((await check(app)).code).toBe('00')
})

test('every change is told by a form with its signature', async () => {
  const { app, token, world } = await aPayment()
  await payOn(app, 'cinetpay', token, { card: CARDS.declined })
  await payOn(app, 'cinetpay', token, { card: CARDS.pays })
  await world.scheduler.advance(1_000)
  await vi.waitFor(() => expect(world.notices.recent().filter(({ method }) => method === 'POST').length).toBeGreaterThanOrEqual(2))
})

test('a payment that is decided late waits until then', async () => {
  const { app, token, world } = await aPayment()
  world.faults.add({ face: 'cinetpay', operation: 'pay', times: 1, do: { lateMs: 60_000 } })
  await payOn(app, 'cinetpay', token, { card: CARDS.pays })
  expect(await check(app)).toMatchObject({ code: '623' })
  await world.scheduler.advance(61_000)
  await vi.waitFor(async () => expect((await check(app)).code).toBe('00'))
})
