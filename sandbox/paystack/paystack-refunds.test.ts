import { expect, test } from 'vitest'
import { CARDS, payOn } from '../testing/card-payments.ts'
import { aPaystackPayment, askRefund, getPaystack, verify } from '../testing/paystack-calls.ts'
import { aReceiver, aSandbox } from '../testing/test-sandbox.ts'

async function aPaidTransaction(card: string = CARDS.pays) {
  const receiver = await aReceiver()
  const sandbox = await aSandbox({ portalUrl: receiver.url })
  const { access_code } = await aPaystackPayment(sandbox.app)
  await payOn(sandbox.app, 'paystack', access_code, { card })
  const events = () => receiver.requests.map(({ body }) => JSON.parse(body).event as string)
  const statusOf = async (id: number) => (await getPaystack(sandbox.app, `/refund/${id}`)).json().data.status as string
  return { ...sandbox, receiver, events, statusOf }
}

test('a refund is queued, then processing, then processed, with a webhook for each step', async () => {
  const { app, world, events, statusOf, receiver } = await aPaidTransaction()
  const answer = await askRefund(app, { transaction: 'REF2345ABCD' })
  expect(answer.json()).toMatchObject({
    status: true,
    message: 'Refund has been queued for processing',
    data: { status: 'pending', amount: 150_000 },
  })
  const { id } = answer.json().data
  expect(await statusOf(id)).toBe('pending')
  await world.scheduler.advance(3_000)
  expect(await statusOf(id)).toBe('processing')
  expect(world.money.ledger()).toHaveLength(1)
  await world.scheduler.advance(10_000)
  expect(await statusOf(id)).toBe('processed')
  expect(events()).toEqual(['charge.success', 'refund.pending', 'refund.processing', 'refund.processed'])
  expect(JSON.parse(receiver.requests[3]?.body ?? '').data).toMatchObject({
    refund_reference: `TRF_${id}`,
    transaction_reference: 'REF2345ABCD',
    amount: '150000',
  })
  expect(world.money.ledger()[1]).toMatchObject({ kind: 'refund', ourReference: 'REF2345ABCD', reference: String(id), amount: 1_500 })
  expect((await verify(app))['status']).toBe('reversed')
})

test('parts may be refunded until nothing is left', async () => {
  const { app, world } = await aPaidTransaction()
  const { id } = await verify(app)
  expect((await askRefund(app, { transaction: id, amount: 50_000 })).statusCode).toBe(200)
  expect((await askRefund(app, { transaction: 'REF2345ABCD', amount: 100_100 })).json().message).toMatch(/more than/)
  await world.scheduler.advance(60_000)
  expect((await verify(app))['status']).toBe('success')
  expect((await askRefund(app, { transaction: 'REF2345ABCD' })).json().data.amount).toBe(100_000)
  await world.scheduler.advance(60_000)
  expect((await askRefund(app, { transaction: 'REF2345ABCD' })).json().message).toBe('Transaction has been fully reversed')
  expect(world.money.ledger().map(({ amount }) => amount)).toEqual([1_500, 500, 1_000])
})

test.for([
  ['5000 0000 0000 1803', 'failed'],
  ['5000 0000 0000 1902', 'needs-attention'],
] as const)('the card %s pays, and its refund ends %s', async ([card, end]) => {
  const { app, world, events, statusOf } = await aPaidTransaction(card)
  const { id } = (await askRefund(app, { transaction: 'REF2345ABCD' })).json().data
  await world.scheduler.advance(60_000)
  expect(await statusOf(id)).toBe(end)
  expect(events().at(-1)).toBe(`refund.${end}`)
  expect(world.money.ledger().map(({ kind }) => kind)).toEqual(['capture'])
  expect((await verify(app))['status']).toBe('success')
})

test.for([
  [{ transaction: 'NOBODY' }, 404],
  [{ transaction: 'REF2345ABCD', amount: 0 }, 400],
  [{ transaction: 'REF2345ABCD', amount: 150 }, 400],
] as const)('the refund %o is refused', async ([payload, status]) => {
  const { app } = await aPaidTransaction()
  expect((await askRefund(app, payload)).statusCode).toBe(status)
})

test('what was not paid cannot be refunded', async () => {
  const { app } = await aPaidTransaction(CARDS.declined)
  expect((await askRefund(app, { transaction: 'REF2345ABCD' })).json().message).toBe('Only a successful transaction can be refunded')
})
