import { expect, test } from 'vitest'
import { CARDS, payOn } from '../testing/card-payments.ts'
import { aListeningSandbox, aReceiver, aSandbox } from '../testing/test-sandbox.ts'
import { codeOf, credentials, express, EXPRESS, postTingg, TINGG } from '../testing/tingg-calls.ts'

const HOUR_MS = 3_600_000
const LATER = JSON.stringify({ status_code: '188' })

async function aPaidRequest({ text = LATER, answers = [] as number[], fault = {} } = {}) {
  const receiver = await aReceiver(answers, text)
  const sandbox = await aSandbox()
  sandbox.world.faults.add({ face: 'tingg', operation: 'pay', do: fault })
  await express(sandbox.app, { callback_url: `${receiver.url}/callback/REF2345ABCD` })
  await payOn(sandbox.app, 'tingg', 'REF2345ABCD', { card: CARDS.pays })
  return { ...sandbox, receiver }
}

const acknowledgement = (status_code: unknown) => ({
  acknowledgement_amount: 1500,
  acknowledgement_type: 'Full',
  acknowledgement_narration: 'delivered',
  acknowledgment_reference: 'A1',
  merchant_transaction_id: 'REF2345ABCD',
  service_code: 'GUICHET',
  status_code,
  currency_code: 'XOF',
})

test('the callback goes to the address of the request and shows the payment', async () => {
  const { world, receiver } = await aPaidRequest()
  await world.scheduler.advance(1_000)
  const [callback] = receiver.requests
  expect([callback?.method, callback?.url]).toEqual(['POST', '/callback/REF2345ABCD'])
  expect(JSON.parse(callback?.body ?? '')).toMatchObject({
    merchant_transaction_id: 'REF2345ABCD',
    request_status_code: '178',
    amount_paid: 1_500,
    payments: [{ payer_transaction_id: expect.any(String) }],
  })
})

test.for([
  ['received', 21],
  ['{}', 21],
  ['{"status_code":200}', 21],
  ['{"status_code":"188"}', 1],
  ['{"status_code":183}', 1],
  ['{"statusCode":"180"}', 1],
] as const)('a receiver that answers 200 with %s is called %i times, every 30 seconds', async ([text, count]) => {
  const { world, receiver } = await aPaidRequest({ text })
  await world.scheduler.advance(32_000)
  expect(receiver.requests).toHaveLength(Math.min(count, 2))
  await world.scheduler.advance(24 * HOUR_MS)
  expect(receiver.requests).toHaveLength(count)
})

test('a code with another status than 200 is no acknowledgement', async () => {
  const { app, world, receiver } = await aPaidRequest({ answers: [500] })
  await world.scheduler.advance(1_000)
  expect(await codeOf(app)).toBe('178')
  await world.scheduler.advance(31_000)
  expect([receiver.requests.length, await codeOf(app)]).toEqual([2, '188'])
})

test('180 in the answer gives the money back, once', async () => {
  const { app, world } = await aPaidRequest({ text: '{"status_code":"180"}', fault: { duplicateNotices: 3 } })
  await world.scheduler.advance(HOUR_MS)
  expect(await codeOf(app)).toBe('180')
  expect(world.money.ledger().map(({ kind, amount, ourReference }) => [kind, amount, ourReference])).toEqual([
    ['capture', 1_500, 'REF2345ABCD'],
    ['refund', 1_500, 'REF2345ABCD'],
  ])
})

test.for([
  ['183', '183', 1],
  [180, '180', 2],
] as const)('after 188, the acknowledgement %s makes it %s', async ([statusCode, code, movements]) => {
  const { app, world } = await aPaidRequest()
  await world.scheduler.advance(1_000)
  expect(await codeOf(app)).toBe('188')
  expect((await postTingg(app, '/acknowledgement/request', acknowledgement(statusCode))).json().status.status_code).toBe(200)
  expect([await codeOf(app), world.money.ledger().length]).toEqual([code, movements])
  expect((await postTingg(app, '/acknowledgement/request', acknowledgement(180))).json().status.status_code).toBe(422)
  expect(world.money.ledger()).toHaveLength(movements)
})

test('what is not paid cannot be acknowledged', async () => {
  const { app } = await aSandbox()
  await express(app)
  expect((await postTingg(app, '/acknowledgement/request', acknowledgement(183))).json().status.status_code).toBe(422)
  const unknown = { ...acknowledgement(183), merchant_transaction_id: 'X' }
  expect((await postTingg(app, '/acknowledgement/request', unknown)).json().status.status_code).toBe(1001)
})

const aRefund = { merchant_transaction_id: 'REF2345ABCD', refund_narration: 'x', refund_reference: 'RF1', service_code: 'GUICHET' }

test('a full refund is 185, then 187 with a callback', async () => {
  const { app, world, receiver } = await aPaidRequest()
  await world.scheduler.advance(1_000)
  expect((await postTingg(app, '/refund/request', { ...aRefund, refund_type: 'Full' })).json().status.status_code).toBe(422)
  await postTingg(app, '/acknowledgement/request', acknowledgement(183))
  await postTingg(app, '/refund/request', { ...aRefund, refund_type: 'Full' })
  expect([await codeOf(app), world.money.ledger().length]).toEqual(['185', 1])
  await world.scheduler.advance(60_000)
  expect(await codeOf(app)).toBe('187')
  expect(receiver.requests.map(({ body }) => JSON.parse(body).request_status_code)).toEqual(['178', '187'])
  expect(world.money.ledger()[1]).toMatchObject({ kind: 'refund', reference: 'RF1', ourReference: 'REF2345ABCD', amount: 1_500 })
})

test('parts are 184, then 186, and never more than was paid', async () => {
  const { app, world } = await aPaidRequest()
  await postTingg(app, '/acknowledgement/request', acknowledgement(183))
  const refund = async (amount: number) => {
    const answer = await postTingg(app, '/refund/request', { ...aRefund, refund_type: 'PARTIAL', amount })
    const code = await codeOf(app)
    await world.scheduler.advance(60_000)
    return [answer.json().status.status_code, code, await codeOf(app)]
  }
  expect(await refund(500)).toEqual([200, '184', '186'])
  expect(await refund(1_001)).toEqual([1027, '186', '186'])
  expect(await refund(1_000)).toEqual([200, '185', '187'])
  expect(world.money.ledger().map(({ amount }) => amount)).toEqual([1_500, 500, 1_000])
})

test.for([
  [{ noticeFirst: true }, 1, 1],
  [{ duplicateNotices: 4 }, 0, 5],
  [{ noNotice: true }, 0, 0],
  [{ lateMs: 2 * HOUR_MS }, 0, 0],
] as const)('with %o on pay, %i callbacks come before the browser is back, %i within an hour', async ([fault, atOnce, later]) => {
  const { world, receiver } = await aPaidRequest({ fault })
  expect(receiver.requests).toHaveLength(atOnce)
  await world.scheduler.advance(HOUR_MS)
  expect(receiver.requests).toHaveLength(later)
})

test('the callback can come before the answer to express', async () => {
  const receiver = await aReceiver([], LATER)
  const { app, world } = await aSandbox()
  world.faults.add({ face: 'tingg', operation: 'express', do: { noticeFirst: true } })
  await express(app, { callback_url: receiver.url })
  expect(receiver.requests).toHaveLength(1)
  expect(await codeOf(app)).toBe('188')
})

test('a dropped answer to express: the request exists', async () => {
  const { app, url, world } = await aListeningSandbox()
  world.faults.add({ face: 'tingg', operation: 'express', times: 1, do: { dropAnswer: true } })
  const request = {
    method: 'POST',
    headers: { ...(await credentials(app)), 'content-type': 'application/json' },
    body: JSON.stringify(EXPRESS),
  }
  await expect(fetch(`${url}${TINGG}/v3/checkout-api/checkout-request/express-request`, request)).rejects.toThrow()
  expect(await codeOf(app)).toBe('130')
})
