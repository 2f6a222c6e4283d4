import { expect, test } from 'vitest'
import { anOperator, anOrder, ORDERS } from '../testing/test-operator.ts'
import { aFolder } from '../testing/test-sandbox.ts'
import { captureFromWallet } from '../wallet-payments/wallet-money.ts'

const BUCKETS = '/prepayBalanceManagement/v4/bucket'

test('an order is acknowledged, worked on and completed', async () => {
  const { get, post, world } = await anOperator()
  const answer = await post(ORDERS, anOrder())
  expect(answer.statusCode).toBe(201)
  const { id } = answer.json()
  expect(answer.json()).toMatchObject({
    href: `http://localhost:80/tmf-api${ORDERS}/${id}`,
    externalId: 'REF-1',
    state: 'acknowledged',
    orderDate: expect.any(String),
    productOrderItem: [{ id: '1', action: 'add', state: 'acknowledged', productOffering: { id: 'DATA_1GB_7D' } }],
  })
  const stateNow = async () => (await get(`${ORDERS}/${id}`)).json().state
  await world.scheduler.advance(100)
  expect(await stateNow()).toBe('inProgress')
  expect(world.money.ledger()).toEqual([])
  await world.scheduler.advance(200)
  expect(await stateNow()).toBe('completed')
  expect(world.money.ledger()).toEqual([
    {
      at: expect.any(String),
      face: 'tmforum',
      kind: 'order',
      reference: id,
      ourReference: 'REF-1',
      msisdn: '90000001',
      productCode: 'DATA_1GB_7D',
      amount: 1_000,
      currency: 'XOF',
    },
  ])
})

test('what was ordered lies on the line as buckets, one for each benefit', async () => {
  const { get, post, world } = await anOperator()
  await post(ORDERS, anOrder({ offering: 'MIX_7D', price: 1_750 }))
  await world.scheduler.advance(300)
  const buckets = (await get(BUCKETS, { 'logicalResource.id': '22790000001', 'product.id': 'MIX_7D' })).json()
  const shown = buckets.map((bucket: { usageType: string; remainingValue: object; initialValue: object }) => [
    bucket.usageType,
    bucket.remainingValue,
    bucket.initialValue,
  ])
  expect(shown).toEqual([
    ['data', { amount: 1, units: 'GB' }, { amount: 1, units: 'GB' }],
    ['voice', { amount: 60, units: 'MIN' }, { amount: 60, units: 'MIN' }],
    ['sms', { amount: 50, units: 'SMS' }, { amount: 50, units: 'SMS' }],
  ])
  const { startDateTime, endDateTime } = buckets[0].validFor
  expect(Date.parse(endDateTime) - Date.parse(startDateTime)).toBe(7 * 24 * 60 * 60 * 1000)
})

test('a bundle without an end has no period of validity', async () => {
  const { get, post, world } = await anOperator()
  await post(ORDERS, anOrder({ offering: 'DATA_1GB_NO_END', price: 1_800 }))
  await world.scheduler.advance(300 * 24 * 60 * 60 * 1000)
  const [bucket] = (await get(BUCKETS, { 'logicalResource.id': '22790000001', usageType: 'data' })).json()
  expect(bucket).toMatchObject({ status: 'active', remainingValue: { amount: 1, units: 'GB' } })
  expect(bucket).not.toHaveProperty('validFor')
})

test('an order is found again by the reference of the caller', async () => {
  const { get, post } = await anOperator()
  const { id } = (await post(ORDERS, anOrder({ externalId: 'REF-A' }))).json()
  await post(ORDERS, anOrder({ externalId: 'REF-B' }))
  expect((await get(ORDERS, { externalId: 'REF-A' })).json()).toMatchObject([{ id }])
  expect((await get(ORDERS, { externalId: 'REF-C' })).json()).toEqual([])
})

test('the same reference twice delivers twice', async () => {
  const { post, world } = await anOperator()
  for (let turn = 0; turn < 2; turn += 1) await post(ORDERS, anOrder())
  await world.scheduler.advance(300)
  expect(world.lines.find('90000001')?.bundles).toHaveLength(2)
  expect(world.money.ledger()).toHaveLength(2)
})

test('an order for 99 00 00 14 is acknowledged, then fails, and delivers nothing', async () => {
  const { get, post, world } = await anOperator()
  const { id } = (await post(ORDERS, anOrder({ msisdn: '22799000014' }))).json()
  await world.scheduler.advance(300)
  expect((await get(`${ORDERS}/${id}`)).json()).toMatchObject({ state: 'failed', productOrderItem: [{ state: 'failed' }] })
  expect(world.lines.find('99000014')?.bundles).toEqual([])
  expect(world.money.ledger()).toEqual([])
})

test('an order that a wallet of 99 00 00 14 paid for delivers nothing', async () => {
  const { get, post, world } = await anOperator()
  const paid = { face: 'money', wallet: 'money', ourReference: 'REF-1', amount: 500, currency: 'XOF' } as const
  captureFromWallet(world, { ...paid, msisdn: '99000014', reference: 'MP-VAIN' })
  const { id } = (await post(ORDERS, { ...anOrder(), payment: [{ id: 'MP-VAIN' }] })).json()
  await world.scheduler.advance(300)
  expect((await get(`${ORDERS}/${id}`)).json()).toMatchObject({ state: 'failed' })
})

test.for([
  { name: 'an unknown offering', body: anOrder({ offering: 'DATA_9TB' }), code: 'unknownOffering' },
  { name: 'a retired offering', body: anOrder({ offering: 'DATA_SAHEL_500MB_1D', price: 400 }), code: 'unknownOffering' },
  { name: 'a MiFi bundle for a phone', body: anOrder({ offering: 'MIFI_20GB_30D', price: 9_000 }), code: 'notEligible' },
  { name: 'a 5G box, which is sold by a lead', body: anOrder({ offering: 'HBB_5G_50', price: 25_000 }), code: 'notEligible' },
  { name: 'a price of its own', body: anOrder({ price: 1 }), code: 'wrongPrice' },
  { name: 'an unknown number', body: anOrder({ msisdn: '22720123456' }), code: 'invalidRequest' },
  { name: 'no item', body: anOrder({ productOrderItem: [] }), code: 'invalidRequest' },
  { name: 'an item without action', body: anOrder({ productOrderItem: [{ id: '1' }] }), code: 'invalidRequest' },
])('an order with $name is refused', async ({ body, code }) => {
  const { get, post } = await anOperator()
  const answer = await post(ORDERS, body)
  expect([answer.statusCode, answer.json().code]).toEqual([400, code])
  expect((await get(ORDERS)).json()).toEqual([])
})

test('a MiFi line orders MiFi bundles, a postpaid line its own', async () => {
  const { post } = await anOperator()
  const orders = [
    anOrder({ msisdn: '22790000005', offering: 'MIFI_20GB_30D', price: 9_000 }),
    anOrder({ msisdn: '22790000003', offering: 'POST_DATA_10GB_30D', price: 6_000 }),
  ]
  for (const order of orders) expect((await post(ORDERS, order)).statusCode).toBe(201)
})

test('a late fault keeps an order in progress that long', async () => {
  const { get, post, world } = await anOperator()
  world.faults.add({ face: 'tmforum', operation: 'order.create', do: { lateMs: 300_000 } })
  const { id } = (await post(ORDERS, anOrder())).json()
  await world.scheduler.advance(299_000)
  expect((await get(`${ORDERS}/${id}`)).json().state).toBe('inProgress')
  await world.scheduler.advance(1_000)
  expect((await get(`${ORDERS}/${id}`)).json()).toMatchObject({ state: 'completed', completionDate: expect.any(String) })
})

test('an order that was in progress when the program was killed is completed once by the next one', async () => {
  const folder = aFolder()
  const first = await anOperator({ folder })
  const { id } = (await first.post(ORDERS, anOrder())).json()
  await first.world.scheduler.advance(150)
  await first.app.close()
  const { get, world } = await anOperator({ folder })
  await world.scheduler.advance(300)
  expect((await get(`${ORDERS}/${id}`)).json().state).toBe('completed')
  expect(world.lines.find('90000001')?.bundles).toHaveLength(1)
})

test('the phone shows the bundle as soon as it is delivered', async () => {
  const { app, post, world } = await anOperator()
  let changes = 0
  world.changes.listen('90000001', () => (changes += 1))
  await post(ORDERS, anOrder({ offering: 'DATA_1GB_NO_END', price: 1_800 }))
  await world.scheduler.advance(300)
  expect(changes).toBeGreaterThan(0)
  const { body } = await app.inject('/handset/90000001?tab=accounts')
  for (const text of ['Sans fin 1 Go', 'Internet · sans fin']) expect(body).toContain(text)
  expect((await app.inject('/handset/90000005?tab=accounts')).body).toContain('sur 20 Go')
})
