import { expect, test } from 'vitest'
import { anOperator, anOrder, ORDERS } from '../testing/test-operator.ts'
import { aFolder } from '../testing/test-sandbox.ts'

const LEADS = '/sales/v4/salesLead'
const HOUR_MS = 60 * 60 * 1000

const aLead = (phoneNumber = '22790000001', changes: object = {}) => ({
  name: 'Amina Seyni',
  type: 'HBB',
  priority: 'medium',
  channel: { id: 'WEBPORTAL' },
  productOffering: { id: 'HBB_5G_50' },
  estimatedRevenue: { unit: 'XOF', value: 25_000 },
  prospectContact: [
    { mediumType: 'phone', characteristic: { phoneNumber, contactType: 'mobile' } },
    { mediumType: 'address', characteristic: { city: 'Niamey', street1: 'Plateau', country: 'NE' } },
  ],
  note: [{ text: 'landmark: mosquée' }],
  ...changes,
})

test('a lead is acknowledged, in progress after an hour and accepted three hours later', async () => {
  const { get, post, world } = await anOperator()
  const answer = await post(LEADS, aLead())
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    ...aLead(),
    id: expect.stringMatching(/^SL-\d{10}$/),
    status: 'acknowledged',
    creationDate: expect.any(String),
    statusChangeDate: expect.any(String),
  })
  const { id, creationDate } = answer.json()
  const now = async () => (await get(`${LEADS}/${id}`)).json()
  await world.scheduler.advance(HOUR_MS)
  expect((await now()).status).toBe('inProgress')
  await world.scheduler.advance(3 * HOUR_MS)
  const accepted = await now()
  expect(accepted.status).toBe('accepted')
  expect(Date.parse(accepted.statusChangeDate) - Date.parse(creationDate)).toBe(4 * HOUR_MS)
})

test('the lead of 99 00 00 50 is taken, but the answer has no id', async () => {
  const { get, post } = await anOperator()
  const answer = await post(LEADS, aLead('22799000050'))
  expect([answer.statusCode, answer.headers.location]).toEqual([201, undefined])
  expect(answer.json()).not.toHaveProperty('id')
  expect(answer.json()).not.toHaveProperty('href')
  expect(answer.json()).toMatchObject({ status: 'acknowledged', name: 'Amina Seyni' })
  expect((await get(LEADS)).json()).toHaveLength(1)
})

test.for([
  { name: 'no name', body: aLead('22790000001', { name: undefined }) },
  { name: 'an unknown priority', body: aLead('22790000001', { priority: 'urgent' }) },
  { name: 'an unknown offering', body: aLead('22790000001', { productOffering: { id: 'HBB_9G' } }) },
])('a lead with $name is refused', async ({ body }) => {
  const { post } = await anOperator()
  expect((await post(LEADS, body)).statusCode).toBe(400)
})

test('a lead goes on after a restart', async () => {
  const folder = aFolder()
  const first = await anOperator({ folder })
  const { id } = (await first.post(LEADS, aLead())).json()
  await first.world.scheduler.advance(2 * HOUR_MS)
  await first.app.close()
  const { get, world } = await anOperator({ folder })
  expect((await get(`${LEADS}/${id}`)).json().status).toBe('inProgress')
  await world.scheduler.advance(3 * HOUR_MS)
  expect((await get(`${LEADS}/${id}`)).json().status).toBe('accepted')
})

test('the 5G box is ordered by the contact of its lead only, with the connection fee, and puts nothing on that line', async () => {
  const { post, world } = await anOperator()
  const order = (price: number) => anOrder({ offering: 'HBB_5G_50', price })
  expect((await post(ORDERS, order(45_000))).statusCode).toBe(400)
  await post(LEADS, aLead('22790000001', { productOffering: { id: 'HBB_5G_50' } }))
  expect((await post(ORDERS, order(25_000))).statusCode).toBe(400)
  expect((await post(ORDERS, order(45_000))).statusCode).toBe(201)
  await world.scheduler.advance(300)
  expect(world.money.ledger()).toMatchObject([{ kind: 'order', productCode: 'HBB_5G_50', amount: 45_000 }])
})
