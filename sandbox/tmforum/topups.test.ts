import { expect, test } from 'vitest'
import { anOperator, aTopup, TOPUPS } from '../testing/test-operator.ts'
import { aFolder } from '../testing/test-sandbox.ts'
import { captureFromWallet } from '../wallet-payments/wallet-money.ts'

const BUCKETS = '/prepayBalanceManagement/v4/bucket'
const HISTORY = '/prepayBalanceManagement/v4/balanceActionHistory'

test('the airtime of a line is a monetary bucket', async () => {
  const { get } = await anOperator()
  expect((await get(BUCKETS, { 'logicalResource.id': '22790000001' })).json()).toEqual([
    {
      id: 'AIR-22790000001',
      href: 'http://localhost:80/tmf-api/prepayBalanceManagement/v4/bucket/AIR-22790000001',
      name: 'Crédit d’appel',
      usageType: 'monetary',
      status: 'active',
      isShared: false,
      remainingValue: { amount: 5_000, units: 'XOF' },
      remainingValueName: expect.stringMatching(/^5\s000 F$/),
      reservedValue: { amount: 0, units: 'XOF' },
      logicalResource: [{ id: '22790000001', '@referredType': 'MSISDN' }],
      partyAccount: { id: 'PA-22790000001', '@referredType': 'PartyAccount' },
      '@type': 'Bucket',
    },
  ])
})

test('a bundle tells what is left, what it began with and how long it lasts; an unlimited one has no remaining value', async () => {
  const { get } = await anOperator()
  const [volume, unlimited] = (await get(BUCKETS, { 'logicalResource.id': '22790000005', usageType: 'data' })).json()
  expect(volume).toMatchObject({
    usageType: 'data',
    remainingValue: { amount: 12.4, units: 'GB' },
    remainingValueName: '12,4 Go',
    initialValue: { amount: 20, units: 'GB' },
    validFor: { startDateTime: expect.any(String), endDateTime: expect.any(String) },
    product: [{ id: 'MIFI_20GB_30D', name: 'MiFi Mois 20 Go' }],
    '@type': 'BundleBucket',
    '@baseType': 'Bucket',
  })
  expect(unlimited).toMatchObject({ remainingValueName: 'unlimited', product: [{ id: 'MIFI_NIGHT_30D' }] })
  expect(unlimited).not.toHaveProperty('remainingValue')
  expect(unlimited).not.toHaveProperty('initialValue')
  expect((await get(`${BUCKETS}/${volume.id}`)).json()).toEqual(volume)
})

test('a bundle that has ended is no longer listed', async () => {
  const { get, world } = await anOperator()
  await world.scheduler.advance(20 * 24 * 60 * 60 * 1000)
  const left = (await get(BUCKETS, { 'logicalResource.id': '22790000005', usageType: 'data' })).json()
  expect(left).toMatchObject([{ product: [{ id: 'MIFI_NIGHT_30D' }] }])
})

test('a postpaid line has no airtime, an unassigned number has no bucket', async () => {
  const { get } = await anOperator()
  for (const number of ['22790000003', '22720123456']) {
    expect((await get(BUCKETS, { 'logicalResource.id': number })).json()).toEqual([])
  }
})

test('a top-up is accepted at once and credits a moment later', async () => {
  const { get, post, world } = await anOperator()
  const answer = await post(TOPUPS, aTopup())
  expect(answer.statusCode).toBe(201)
  const { id } = answer.json()
  expect(answer.headers.location).toBe(`/tmf-api${TOPUPS}/${id}`)
  expect(answer.json()).toMatchObject({
    href: `http://localhost:80/tmf-api${TOPUPS}/${id}`,
    status: 'created',
    amount: { amount: 1_000, units: 'XOF' },
    usageType: 'monetary',
    reason: 'REF-1',
    channel: { id: 'WEBPORTAL' },
    requestedDate: expect.any(String),
  })
  expect(world.lines.find('90000001')?.airtime).toBe(5_000)

  await world.scheduler.advance(300)
  expect((await get(`${TOPUPS}/${id}`)).json()).toMatchObject({ status: 'completed', confirmationDate: expect.any(String) })
  expect(world.lines.find('90000001')?.airtime).toBe(6_000)
  expect(world.money.ledger()).toEqual([
    {
      at: expect.any(String),
      face: 'tmforum',
      kind: 'credit',
      reference: id,
      ourReference: 'REF-1',
      msisdn: '90000001',
      amount: 1_000,
      currency: 'XOF',
    },
  ])
})

test('a top-up is found again by its reason, alone and in the history', async () => {
  const { get, post, world } = await anOperator()
  const { id } = (await post(TOPUPS, aTopup({ reason: 'REF-A' }))).json()
  await post(TOPUPS, aTopup({ reason: 'REF-B' }))
  await world.scheduler.advance(300)
  expect((await get(TOPUPS, { reason: 'REF-A' })).json()).toMatchObject([{ id, status: 'completed' }])
  expect((await get(HISTORY, { reason: 'REF-A' })).json()).toMatchObject([
    { id, '@type': 'TopupBalance', status: 'completed', receiverLogicalResource: { id: '22790000001' } },
  ])
  expect((await get(HISTORY, { 'logicalResource.id': '22790000001' })).json()).toHaveLength(2)
  expect((await get(TOPUPS, { reason: 'REF-C' })).json()).toEqual([])
})

test('a reference may travel in a header instead', async () => {
  const { get, post } = await anOperator()
  const { id } = (await post(TOPUPS, aTopup({ reason: undefined }), { 'x-correlation-id': 'REF-H' })).json()
  expect((await get(TOPUPS, { reason: 'REF-H' })).json()).toMatchObject([{ id, reason: 'REF-H' }])
})

test('the same reference twice credits twice: the standard does not forbid it', async () => {
  const { post, world } = await anOperator()
  for (let turn = 0; turn < 2; turn += 1) expect((await post(TOPUPS, aTopup())).statusCode).toBe(201)
  await world.scheduler.advance(300)
  expect(world.lines.find('90000001')?.airtime).toBe(7_000)
  expect(world.money.ledger().map(({ ourReference }) => ourReference)).toEqual(['REF-1', 'REF-1'])
})

test('the bucket may be named by its number', async () => {
  const { post } = await anOperator()
  expect((await post(TOPUPS, aTopup({ bucket: { id: '22790000001' } }))).statusCode).toBe(201)
})

test('a top-up for 99 00 00 14 is accepted, then fails', async () => {
  const { get, post, world } = await anOperator()
  const { id, status } = (await post(TOPUPS, aTopup({ msisdn: '22799000014' }))).json()
  expect(status).toBe('created')
  await world.scheduler.advance(300)
  expect((await get(`${TOPUPS}/${id}`)).json().status).toBe('failed')
  expect(world.money.ledger()).toEqual([])
})

test('a top-up that a wallet of 99 00 00 14 paid for fails, whatever line it is for', async () => {
  const { get, post, world } = await anOperator()
  const paid = { face: 'money', wallet: 'money', ourReference: 'REF-1', amount: 500, currency: 'XOF' } as const
  captureFromWallet(world, { ...paid, msisdn: '99000014', reference: 'MP-VAIN' })
  captureFromWallet(world, { ...paid, msisdn: '99000012', reference: 'MP-GOOD' })
  captureFromWallet(world, { ...paid, face: 'daraja', wallet: 'mpesa', msisdn: '99000014', reference: 'RECEIPT', knownAs: 'ws_CO_1' })
  const statusOf = async (description: string) => {
    const { id } = (await post(TOPUPS, { ...aTopup(), description })).json()
    await world.scheduler.advance(300)
    return (await get(`${TOPUPS}/${id}`)).json().status
  }
  expect([await statusOf('MP-VAIN'), await statusOf('ws_CO_1'), await statusOf('MP-GOOD')]).toEqual(['failed', 'failed', 'completed'])
})

test.for(['amount', 'usageType', 'bucket', 'partyAccount'])('a top-up without %s is refused', async (field) => {
  const { post } = await anOperator()
  const answer = await post(TOPUPS, { ...aTopup(), [field]: undefined })
  expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ code: 'invalidRequest', status: '400' })])
})

test.for([
  { name: 'a negative amount', body: aTopup({ amount: -5 }) },
  { name: 'another currency', body: { ...aTopup(), amount: { amount: 5, units: 'EUR' } } },
  { name: 'the other shape of money', body: { ...aTopup(), amount: { value: 5, unit: 'XOF' } } },
  { name: 'data instead of money', body: aTopup({ usageType: 'data' }) },
  { name: 'an unknown number', body: aTopup({ msisdn: '22720123456' }) },
  { name: 'a postpaid line', body: aTopup({ msisdn: '22790000003' }) },
  { name: 'a bucket of someone else', body: aTopup({ bucket: { id: 'AIR-22790000002' } }) },
])('a top-up with $name is refused and credits nothing', async ({ body }) => {
  const { post, world } = await anOperator()
  expect((await post(TOPUPS, body)).statusCode).toBe(400)
  await world.scheduler.advance(1_000)
  expect(world.money.ledger()).toEqual([])
})

test('a late fault keeps a top-up pending that long', async () => {
  const { get, post, world } = await anOperator()
  world.faults.add({ face: 'tmforum', operation: 'topup.create', do: { lateMs: 600_000 } })
  const { id } = (await post(TOPUPS, aTopup())).json()
  await world.scheduler.advance(599_000)
  expect((await get(`${TOPUPS}/${id}`)).json().status).toBe('created')
  await world.scheduler.advance(1_000)
  expect((await get(`${TOPUPS}/${id}`)).json().status).toBe('completed')
})

test('a scripted answer instead of a top-up credits nothing', async () => {
  const { get, post, world } = await anOperator()
  world.faults.add({ face: 'tmforum', operation: 'topup.create', match: { 'logicalResource.0.id': '22790000001' }, do: { status: 503 } })
  expect((await post(TOPUPS, aTopup())).statusCode).toBe(503)
  await world.scheduler.advance(1_000)
  expect((await get(TOPUPS, { reason: 'REF-1' })).json()).toEqual([])
  expect((await post(TOPUPS, aTopup({ msisdn: '22790000002' }))).statusCode).toBe(201)
})

test('a fault can name a filter of a list', async () => {
  const { get, world } = await anOperator()
  world.faults.add({ face: 'tmforum', operation: 'bucket.list', match: { 'logicalResource.id': '22790000002' }, do: { status: 500 } })
  expect((await get(BUCKETS, { 'logicalResource.id': '22790000001' })).statusCode).toBe(200)
  expect((await get(BUCKETS, { 'logicalResource.id': '22790000002' })).statusCode).toBe(500)
})

test('a top-up that was pending when the program was killed is completed by the next one', async () => {
  const folder = aFolder()
  const first = await anOperator({ folder })
  const { id } = (await first.post(TOPUPS, aTopup())).json()
  await first.app.close()
  const { get, world } = await anOperator({ folder })
  await world.scheduler.advance(300)
  expect((await get(`${TOPUPS}/${id}`)).json()).toMatchObject({ status: 'completed', reason: 'REF-1' })
  expect(world.lines.find('90000001')?.airtime).toBe(6_000)
})

test('a reset forgets every top-up, and gives the airtime back as it was', async () => {
  const { app, get, post, world } = await anOperator()
  await post(TOPUPS, aTopup())
  await world.scheduler.advance(300)
  await post(TOPUPS, aTopup())
  await app.inject({ method: 'POST', url: '/control/reset' })
  await world.scheduler.advance(1_000)
  expect((await get(TOPUPS)).json()).toEqual([])
  expect((await get(`${BUCKETS}/AIR-22790000001`)).json().remainingValue.amount).toBe(5_000)
})
