import { expect, test } from 'vitest'
import { CARDS, payOn } from '../testing/card-payments.ts'
import { aPaystackPayment, initialize, verify } from '../testing/paystack-calls.ts'
import { aFolder, aListeningSandbox, aReceiver, aSandbox } from '../testing/test-sandbox.ts'

const HOUR_MS = 3_600_000

test('the webhook can arrive before the browser returns', async () => {
  const receiver = await aReceiver()
  const { app, world } = await aSandbox({ portalUrl: receiver.url })
  world.faults.add({ face: 'paystack', operation: 'pay', do: { noticeFirst: true } })
  const { access_code } = await aPaystackPayment(app)
  await payOn(app, 'paystack', access_code, { card: CARDS.pays })
  expect(receiver.requests).toHaveLength(1)
})

test('the webhook can arrive before the answer to initialize: the payment is made first', async () => {
  const receiver = await aReceiver()
  const { app, world } = await aSandbox({ portalUrl: receiver.url })
  world.faults.add({ face: 'paystack', operation: 'initialize', do: { noticeFirst: true } })
  await initialize(app)
  expect(receiver.requests).toHaveLength(1)
  expect((await verify(app))['status']).toBe('success')
  expect(world.money.ledger()).toHaveLength(1)
})

test.for([
  [{ duplicateNotices: 4 }, 5],
  [{ noNotice: true }, 0],
] as const)('with %o on initialize or on pay, %i notices arrive', async ([effects, count]) => {
  for (const operation of ['initialize', 'pay']) {
    const receiver = await aReceiver()
    const { app, world } = await aSandbox({ portalUrl: receiver.url })
    world.faults.add({ face: 'paystack', operation, do: effects })
    const { access_code } = await aPaystackPayment(app)
    await payOn(app, 'paystack', access_code, { card: CARDS.pays })
    await world.scheduler.advance(HOUR_MS)
    expect(receiver.requests).toHaveLength(count)
  }
})

test('a late webhook: verify returns the result before it', async () => {
  const receiver = await aReceiver()
  const { app, world } = await aSandbox({ portalUrl: receiver.url })
  world.faults.add({ face: 'paystack', operation: 'pay', do: { lateMs: 300_000 } })
  const { access_code } = await aPaystackPayment(app)
  await payOn(app, 'paystack', access_code, { card: CARDS.pays })
  await world.scheduler.advance(299_000)
  expect([receiver.requests.length, (await verify(app))['status']]).toEqual([0, 'success'])
  await world.scheduler.advance(2_000)
  expect(receiver.requests).toHaveLength(1)
})

test('a dropped answer to initialize: the transaction exists', async () => {
  const { app, url, world } = await aListeningSandbox()
  world.faults.add({ face: 'paystack', operation: 'initialize', times: 1, do: { dropAnswer: true } })
  const request = {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_guichet_sandbox', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'a@b.ne', amount: 100, reference: 'LOST' }),
  }
  await expect(fetch(`${url}/sandbox/paystack/transaction/initialize`, request)).rejects.toThrow()
  expect((await verify(app, 'LOST'))['status']).toBe('abandoned')
})

test('a scripted response instead of Paystack’s: nothing is created', async () => {
  const { app, world } = await aSandbox()
  world.faults.add({ face: 'paystack', operation: 'initialize', times: 1, do: { status: 502, body: '<html>Bad gateway</html>' } })
  expect((await initialize(app)).body).toBe('<html>Bad gateway</html>')
  expect((await initialize(app)).statusCode).toBe(200)
})

test('a rule can name one payment', async () => {
  const { app, world } = await aSandbox()
  world.faults.add({ face: 'paystack', operation: 'verify', match: { reference: 'REF2345ABCD' }, do: { status: 500 } })
  await aPaystackPayment(app)
  await aPaystackPayment(app, { reference: 'OTHER' })
  expect(await verify(app, 'OTHER')).toMatchObject({ reference: 'OTHER' })
  await expect(verify(app)).rejects.toThrow()
})

test('a receiver that fails gets the same bytes again: four times after 3 minutes, then hourly, then no more', async () => {
  const receiver = await aReceiver(Array.from({ length: 30 }, () => 503))
  const { app, world } = await aSandbox({ portalUrl: receiver.url })
  const { access_code } = await aPaystackPayment(app)
  await payOn(app, 'paystack', access_code, { card: CARDS.pays })
  await world.scheduler.advance(13 * 60_000)
  expect(receiver.requests).toHaveLength(5)
  await world.scheduler.advance(24 * HOUR_MS)
  expect(receiver.requests).toHaveLength(11)
  expect(new Set(receiver.requests.map(({ body, headers }) => `${body}${String(headers['x-paystack-signature'])}`)).size).toBe(1)
})

test('only 200 counts as received', async () => {
  const receiver = await aReceiver([204])
  const { app, world } = await aSandbox({ portalUrl: receiver.url })
  const { access_code } = await aPaystackPayment(app)
  await payOn(app, 'paystack', access_code, { card: CARDS.pays })
  await world.scheduler.advance(10 * 60_000)
  expect(receiver.requests).toHaveLength(2)
})

test('the webhook URL is set by a control call', async () => {
  const receiver = await aReceiver()
  const { app, world } = await aSandbox()
  const address = `${receiver.url}/elsewhere`
  const answer = await app.inject({ method: 'PUT', url: '/control/addresses/paystack', payload: { address } })
  expect(answer.json()).toMatchObject({ paystack: address, dpo: expect.stringContaining('/notice/dpo') })
  const { access_code } = await aPaystackPayment(app)
  await payOn(app, 'paystack', access_code, { card: CARDS.pays })
  await world.scheduler.advance(1_000)
  expect(receiver.requests[0]?.url).toBe('/elsewhere')
})

test('a webhook that was due when the process was killed is sent after the restart', async () => {
  const folder = aFolder()
  const receiver = await aReceiver()
  const first = await aSandbox({ folder, portalUrl: receiver.url })
  first.world.faults.add({ face: 'paystack', operation: 'pay', do: { lateMs: 60_000 } })
  const { access_code } = await aPaystackPayment(first.app)
  await payOn(first.app, 'paystack', access_code, { card: CARDS.pays })
  await first.app.close()
  expect(receiver.requests).toEqual([])
  const second = await aSandbox({ folder, portalUrl: receiver.url })
  await second.world.scheduler.advance(61_000)
  expect(receiver.requests).toHaveLength(1)
  expect((await verify(second.app))['status']).toBe('success')
})
