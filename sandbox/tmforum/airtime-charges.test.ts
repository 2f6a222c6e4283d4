import { expect, test } from 'vitest'
import { anOperator, type TestOperator } from '../testing/test-operator.ts'
import { aFolder } from '../testing/test-sandbox.ts'

const API = '/prepayBalanceManagement/v4'
const RESERVATIONS = `${API}/reserveBalance`
const ADJUSTMENTS = `${API}/adjustBalance`

const aReservation = (amount: number, changes: object = {}) => ({
  amount: { amount, units: 'XOF' },
  usageType: 'monetary',
  bucket: { id: 'AIR-22790000001' },
  partyAccount: { id: 'PA-22790000001' },
  logicalResource: [{ id: '22790000001', '@referredType': 'MSISDN' }],
  reason: 'REF-1',
  ...changes,
})
const anAdjustment = (amount: number, changes: object = {}) => ({
  amount: { amount, units: 'XOF' },
  usageType: 'monetary',
  bucket: { id: 'AIR-22790000001' },
  adjustType: 'oneTime',
  reason: 'REF-1',
  ...changes,
})

async function airtimeBucket({ get }: TestOperator) {
  const { remainingValue, reservedValue } = (await get(`${API}/bucket/AIR-22790000001`)).json()
  return { remaining: remainingValue.amount, reserved: reservedValue.amount }
}

test('a reservation is answered at once and lowers what is available', async () => {
  const operator = await anOperator()
  const answer = await operator.post(RESERVATIONS, aReservation(2_000))
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    id: expect.any(String),
    status: 'completed',
    amount: { amount: 2_000, units: 'XOF' },
    reason: 'REF-1',
    confirmationDate: expect.any(String),
    validFor: { endDateTime: expect.any(String) },
    '@type': 'ReserveBalance',
  })
  expect(await airtimeBucket(operator)).toEqual({ remaining: 3_000, reserved: 2_000 })
  expect(operator.world.money.ledger()).toEqual([])
})

test('more than is available cannot be reserved', async () => {
  const { post } = await anOperator()
  await post(RESERVATIONS, aReservation(4_000))
  const answer = await post(RESERVATIONS, aReservation(1_001, { reason: 'REF-2' }))
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'insufficientBalance'])
})

test('reserved airtime is not there for anyone else', async () => {
  const { post, world } = await anOperator()
  await post(RESERVATIONS, aReservation(4_500))
  const parts = { face: 'tmforum', reference: 'X', ourReference: 'Y', currency: 'XOF', to: { kind: 'outside', name: 'shop' } } as const
  const result = world.money.move({ ...parts, kind: 'capture', amount: 600, from: { kind: 'airtime', msisdn: '90000001' } })
  expect(result).toEqual({ kind: 'insufficient', available: 500 })
})

test('the whole airtime can be reserved, taken with the same reference, and the reservation deleted', async () => {
  const operator = await anOperator()
  const { id } = (await operator.post(RESERVATIONS, aReservation(5_000))).json()
  const adjusted = await operator.post(ADJUSTMENTS, anAdjustment(-5_000))
  expect([adjusted.statusCode, adjusted.json()]).toEqual([
    201,
    expect.objectContaining({ status: 'completed', amount: { amount: -5_000, units: 'XOF' }, adjustType: 'oneTime' }),
  ])
  expect(await airtimeBucket(operator)).toEqual({ remaining: 0, reserved: 0 })
  expect((await operator.remove(`${RESERVATIONS}/${id}`)).statusCode).toBe(204)
  expect(await airtimeBucket(operator)).toEqual({ remaining: 0, reserved: 0 })
  expect(operator.world.money.ledger()).toMatchObject([
    { face: 'tmforum', kind: 'capture', ourReference: 'REF-1', msisdn: '90000001', amount: 5_000 },
  ])
})

test('an adjustment with another reference cannot take what is reserved, and leaves no trace', async () => {
  const { get, post, world } = await anOperator()
  await post(RESERVATIONS, aReservation(4_500))
  const answer = await post(ADJUSTMENTS, anAdjustment(-600, { reason: 'REF-2' }))
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'insufficientBalance'])
  expect(world.money.ledger()).toEqual([])
  expect((await get(ADJUSTMENTS)).json()).toEqual([])
})

test('a deleted reservation releases its whole amount, and no longer exists', async () => {
  const operator = await anOperator()
  const { id } = (await operator.post(RESERVATIONS, aReservation(2_000))).json()
  expect((await operator.remove(`${RESERVATIONS}/${id}`)).statusCode).toBe(204)
  expect(await airtimeBucket(operator)).toEqual({ remaining: 5_000, reserved: 0 })
  expect((await operator.get(`${RESERVATIONS}/${id}`)).statusCode).toBe(404)
  expect((await operator.remove(`${RESERVATIONS}/${id}`)).statusCode).toBe(404)
})

test('a reservation ends by itself after a day, or when it says', async () => {
  const operator = await anOperator()
  const { id } = (await operator.post(RESERVATIONS, aReservation(1_000))).json()
  const endDateTime = new Date(operator.world.clock.now() + 60_000).toISOString()
  await operator.post(RESERVATIONS, aReservation(2_000, { reason: 'REF-2', validFor: { endDateTime } }))
  expect(await airtimeBucket(operator)).toEqual({ remaining: 2_000, reserved: 3_000 })
  await operator.world.scheduler.advance(61_000)
  expect(await airtimeBucket(operator)).toEqual({ remaining: 4_000, reserved: 1_000 })
  await operator.world.scheduler.advance(24 * 60 * 60 * 1000)
  expect(await airtimeBucket(operator)).toEqual({ remaining: 5_000, reserved: 0 })
  expect((await operator.get(`${RESERVATIONS}/${id}`)).json().status).toBe('cancelled')
})

test('a positive adjustment gives back, and the books say refund', async () => {
  const operator = await anOperator()
  await operator.post(ADJUSTMENTS, anAdjustment(-700))
  await operator.post(ADJUSTMENTS, anAdjustment(700))
  expect(await airtimeBucket(operator)).toEqual({ remaining: 5_000, reserved: 0 })
  expect(operator.world.money.ledger().map(({ kind, amount }) => [kind, amount])).toEqual([
    ['capture', 700],
    ['refund', 700],
  ])
})

test('an adjustment by nothing is refused', async () => {
  const { post } = await anOperator()
  expect((await post(ADJUSTMENTS, anAdjustment(0))).statusCode).toBe(400)
})

test('adjustments are found by their reason and are part of the history, reservations are not', async () => {
  const { get, post } = await anOperator()
  const { id } = (await post(RESERVATIONS, aReservation(500))).json()
  await post(ADJUSTMENTS, anAdjustment(-500))
  expect((await get(ADJUSTMENTS, { reason: 'REF-1' })).json()).toHaveLength(1)
  expect((await get(RESERVATIONS, { reason: 'REF-1' })).json()).toMatchObject([{ id }])
  expect((await get(`${API}/balanceActionHistory`, { reason: 'REF-1' })).json()).toMatchObject([{ '@type': 'AdjustBalance' }])
})

test('a lost answer to an adjustment has taken the airtime all the same', async () => {
  const { get, post, world } = await anOperator()
  world.faults.add({ face: 'tmforum', operation: 'adjustment.create', times: 1, do: { dropAnswer: true } })
  await post(ADJUSTMENTS, anAdjustment(-500)).catch(() => undefined)
  expect((await get(ADJUSTMENTS, { reason: 'REF-1' })).json()).toHaveLength(1)
  expect(world.lines.find('90000001')?.airtime).toBe(4_500)
})

test('reservations survive a restart', async () => {
  const folder = aFolder()
  const first = await anOperator({ folder })
  const { id } = (await first.post(RESERVATIONS, aReservation(2_000))).json()
  await first.app.close()
  const second = await anOperator({ folder })
  expect(await airtimeBucket(second)).toEqual({ remaining: 3_000, reserved: 2_000 })
  expect((await second.remove(`${RESERVATIONS}/${id}`)).statusCode).toBe(204)
})
