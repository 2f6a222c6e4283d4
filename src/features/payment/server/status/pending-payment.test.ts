import { beforeEach, expect, test } from 'vitest'
import { aVisitor, type Visitor } from '#tests/support/code-world.ts'
import { ON_PHONE, TRANSACTION, walletWorld } from '#tests/support/wallet-world.ts'

const world = await walletWorld()
const { script, aPurchase, begin, push } = world
const NOTHING = { purchaseId: null, transactionId: null }

beforeEach(() => {
  script.start = ON_PHONE
})

async function pendingOf(visitor: Pick<Visitor, 'cookie'>) {
  const answer = await world.portal.call({ url: `${TRANSACTION}/pending`, headers: { cookie: visitor.cookie() } })
  return answer.json().result
}

test('HUB-5 HUB-6 a visit without a choice has nothing to pay, and a made-up cookie changes nothing', async () => {
  expect(await pendingOf({ cookie: () => '' })).toEqual(NOTHING)
  expect(await pendingOf({ cookie: () => `guichet_visit=${'A'.repeat(43)}` })).toEqual(NOTHING)
})

test('HUB-6 the pending payment is the newest purchase of the visit, and of no other', async () => {
  const visitor = aVisitor(world.portal)
  await aPurchase(visitor)
  world.passMinutes(1)
  const newest = await aPurchase(visitor)
  await aPurchase(aVisitor(world.portal))
  expect(await pendingOf(visitor)).toEqual({ purchaseId: newest, transactionId: null })
})

test('HUB-6 a request waiting on a phone is the pending payment, also when something else was chosen since', async () => {
  const visitor = aVisitor(world.portal)
  const waiting = await aPurchase(visitor)
  const transactionId = await begin(visitor, waiting)
  expect(await pendingOf(visitor)).toEqual({ purchaseId: waiting, transactionId: null })
  await push(visitor, transactionId, '90000011')
  await aPurchase(visitor)
  expect(await pendingOf(visitor)).toEqual({ purchaseId: waiting, transactionId })
})

test('HUB-6 so is a request whose arrival is unknown', async () => {
  const visitor = aVisitor(world.portal)
  const transactionId = await begin(visitor)
  script.start = 'silence'
  await push(visitor, transactionId, '90000012')
  expect(await pendingOf(visitor)).toMatchObject({ transactionId })
})

test('HUB-6 after a refused request the purchase can be paid by another method', async () => {
  const visitor = aVisitor(world.portal)
  const purchaseId = await aPurchase(visitor)
  script.start = { kind: 'rejected', reason: 'insufficient_funds', provider: { code: '60019', text: '' } }
  await push(visitor, await begin(visitor, purchaseId), '90000013')
  expect(await pendingOf(visitor)).toEqual({ purchaseId, transactionId: null })
})

test('HUB-6 a paid or day-old purchase is not pending', async () => {
  const visitor = aVisitor(world.portal)
  const earlier = await aPurchase(visitor)
  world.passMinutes(1)
  const transactionId = await begin(visitor)
  await world.portal.database.pool.query(`update pay_order set fulfilment = 'DONE' where id = $1`, [transactionId])
  expect(await pendingOf(visitor)).toEqual({ purchaseId: earlier, transactionId: null })
  world.passMinutes(25 * 60)
  expect(await pendingOf(visitor)).toEqual(NOTHING)
})
