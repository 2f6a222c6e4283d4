import { afterAll, expect, test } from 'vitest'
import type { Delivery } from '#features/payment/delivery.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { fromMajor } from '#shared/money.ts'
import { buildSandbox } from '../../../sandbox/sandbox-app.ts'
import type { Operator } from '../connect-operator.ts'
import { type PlayedOperator, sandboxOperators } from '#tests/support/sandbox-operator.ts'

/** Adapter and simulator meet here over HTTP, with the demo identities (sandbox/demo-identities.ts). */
const NAMES: PlayedOperator[] = ['tmf-v4', 'odd', 'tmf-v4 sparse']

const number = (text: string) => text as MobileNumber
const AMINA = number('90000001')
const POOR = number('90000002')
const POSTPAID = number('90000003')
const HYBRID = number('90000004')
const MIFI = number('90000005')
const STRANGER = number('20000001')
const REFUSED_DELIVERY = number('99000014')
const PATIENTLY = { timeout: 10_000 }
const PAID = { method: 'CARD', providerReference: 'pay-1' }

const app = await buildSandbox()
const aSandboxOperator = sandboxOperators(app, await app.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => app.close())

async function airtimeOf(operator: Operator, msisdn: MobileNumber): Promise<unknown> {
  const balances = await operator.readBalances(msisdn)
  return balances.ok ? balances.value.find(({ kind }) => kind === 'AIRTIME')?.remaining : balances.fault
}

test.for(NAMES)('%s: lines are found with their type and account', async (name) => {
  const { operator } = await aSandboxOperator(name)
  const found = await Promise.all([AMINA, POSTPAID, HYBRID, MIFI].map((msisdn) => operator.findLine(msisdn)))
  expect(found.map((answer) => answer.ok && [answer.value.type, answer.value.isActive])).toEqual([
    ['PREPAID', true],
    ['POSTPAID', true],
    ['HYBRID', true],
    ['BROADBAND', true],
  ])
  expect(found[1]).toMatchObject({ value: { msisdn: POSTPAID, accountNo: '1000000003' } })
  expect(found[2]).toMatchObject({ value: { accountNo: '1000000004' } })
  expect(await operator.findLine(STRANGER)).toEqual({ ok: false, fault: { kind: 'not-found' } })
})

test.for(NAMES)('%s: balances are read, with one that has no end', async (name) => {
  const { operator } = await aSandboxOperator(name)
  expect(await airtimeOf(operator, AMINA)).toEqual({ value: 5000, unit: 'XOF' })
  const balances = await operator.readBalances(MIFI)
  expect(balances).toMatchObject({ ok: true, value: [{ kind: 'AIRTIME' }, { kind: 'DATA' }, { kind: 'DATA', remaining: 'unlimited' }] })
  expect(balances.ok && balances.value[1]).toMatchObject({
    remaining: { unit: 'GB' },
    // In no document: a sparse operator omits it.
    total: name === 'tmf-v4 sparse' ? null : { unit: 'GB' },
    expiresAt: expect.any(Date),
  })
  expect(await operator.readBalances(STRANGER)).toEqual({ ok: false, fault: { kind: 'not-found' } })
})

test.for(NAMES)('%s: the whole catalogue is read, priced, and only what is on sale', async (name) => {
  const { operator, log } = await aSandboxOperator(name)
  const answer = await operator.readBundles()
  const bundles = answer.ok ? answer.value : []
  expect(bundles.length).toBeGreaterThan(50)
  expect(bundles.map(({ productCode }) => productCode)).not.toContain('DATA_AIR_3GB_7D')
  expect(log.lines).toEqual([])
  expect(bundles.find(({ productCode }) => productCode === 'DATA_100MB_1D')).toMatchObject({
    category: 'data',
    data: { value: 100, unit: 'MB' },
    validity: { value: 1, unit: 'day' },
    periodType: 'Day',
    price: fromMajor(150),
    lineTypes: ['PREPAID', 'HYBRID'],
    serviceType: null,
  })
  expect(new Set(bundles.map(({ category }) => category))).toEqual(
    new Set(['data', 'internet', 'voice', 'sms', 'international', 'roaming']),
  )
  expect(new Set(bundles.map(({ serviceType }) => serviceType))).toEqual(new Set([null, 'HBB_ODU_AW']))
  expect(bundles.some(({ validity }) => validity === 'unlimited')).toBe(true)
})

test.for(NAMES)('%s: accounts and their open invoices', async (name) => {
  const { operator } = await aSandboxOperator(name)
  expect(await operator.findAccount('P1234567890')).toMatchObject({
    ok: true,
    value: { accountNo: 'P1234567890', email: 'amina@example.ne', contactMsisdn: '90000001' },
  })
  expect(await operator.findAccount('1000000003')).toMatchObject({
    ok: true,
    value: { lineNumber: name === 'tmf-v4 sparse' ? null : '90000003' },
  })
  expect(await operator.findAccount('P9999999999')).toEqual({ ok: false, fault: { kind: 'not-found' } })
  expect(await operator.findAccount('1000000099')).toMatchObject({
    fault: { kind: 'rejected', code: '60119', message: expect.any(String) },
  })
  expect(await operator.findAccount('1000000098')).toMatchObject({
    fault: { kind: 'rejected', code: '60005', message: expect.any(String) },
  })

  const fixed = await operator.readOpenInvoices('P1234567890')
  expect(fixed.ok && fixed.value.map(({ state }) => state)).toHaveLength(3)
  expect(fixed.ok && fixed.value.filter(({ dueDate }) => dueDate < new Date())).toHaveLength(1)
  expect(await operator.readOpenInvoices('1000000003')).toMatchObject({ value: [{ outstanding: 12450.5, currency: 'XOF', state: 'open' }] })
  expect(await operator.readOpenInvoices('1000000007')).toEqual({ ok: true, value: [] })
})

const orders = {
  airtime: { kind: 'airtime', msisdn: AMINA, amount: fromMajor(500) },
  bundle: { kind: 'bundle', msisdn: AMINA, productCode: 'DATA_100MB_1D', amount: fromMajor(150) },
  bill: { kind: 'bill', accountNo: '1000000004', invoiceNo: null, msisdn: HYBRID, amount: fromMajor(8000) },
} as const satisfies Record<string, Delivery>

test.for(NAMES)('%s: a top-up arrives once and is found by our reference', async (name) => {
  const { operator, ledger } = await aSandboxOperator(name)
  expect(await operator.track(orders.airtime, 'GT-top-up-1')).toEqual({ ok: true, value: { state: 'absent' } })
  const delivered = await operator.deliver(orders.airtime, { reference: 'GT-top-up-1', ...PAID })
  expect(delivered).toMatchObject({ ok: true, value: { operatorReference: expect.any(String) } })
  await expect.poll(() => operator.track(orders.airtime, 'GT-top-up-1'), PATIENTLY).toMatchObject({ value: { state: 'done' } })
  expect(await airtimeOf(operator, AMINA)).toEqual({ value: 5500, unit: 'XOF' })
  expect((await ledger()).filter(({ ourReference }) => ourReference === 'GT-top-up-1')).toMatchObject([{ amount: 500, msisdn: AMINA }])
})

test.for(NAMES)('%s: a bundle is ordered once and is found by our reference', async (name) => {
  const { operator, ledger } = await aSandboxOperator(name)
  const delivered = await operator.deliver(orders.bundle, { reference: 'GT-bundle-1', ...PAID })
  expect(delivered).toMatchObject({ ok: true })
  await expect.poll(() => operator.track(orders.bundle, 'GT-bundle-1'), PATIENTLY).toMatchObject({ value: { state: 'done' } })
  expect(await operator.track(orders.bundle, 'GT-bundle-2')).toEqual({ ok: true, value: { state: 'absent' } })
  expect((await ledger()).filter(({ kind }) => kind === 'order')).toMatchObject([
    { ourReference: 'GT-bundle-1', productCode: 'DATA_100MB_1D' },
  ])
})

test.for(NAMES)('%s: a bill is paid once and is open no more', async (name) => {
  const { operator, ledger } = await aSandboxOperator(name)
  const before = await operator.readOpenInvoices('P1234567890')
  const invoice = before.ok ? before.value[0] : undefined
  const bill: Delivery = {
    kind: 'bill',
    accountNo: 'P1234567890',
    invoiceNo: invoice?.invoiceNo ?? null,
    msisdn: null,
    amount: fromMajor(invoice?.outstanding ?? 0),
  }
  expect(await operator.deliver(bill, { reference: 'GT-bill-1', ...PAID })).toMatchObject({ ok: true })
  await expect.poll(() => operator.track(bill, 'GT-bill-1'), PATIENTLY).toMatchObject({ value: { state: 'done' } })
  const after = await operator.readOpenInvoices('P1234567890')
  expect(after.ok && after.value.map(({ invoiceNo }) => invoiceNo)).not.toContain(invoice?.invoiceNo)
  expect((await ledger()).filter(({ kind }) => kind === 'bill-payment')).toMatchObject([
    { ourReference: 'GT-bill-1', account: 'P1234567890' },
  ])
})

test.for(NAMES)('%s: the whole outstanding of a postpaid account, rounded up, is paid without naming a bill', async (name) => {
  const { operator } = await aSandboxOperator(name)
  const bill: Delivery = { kind: 'bill', accountNo: '1000000003', invoiceNo: null, msisdn: POSTPAID, amount: fromMajor(12451) }
  expect(await operator.deliver(bill, { reference: 'GT-bill-2', ...PAID })).toMatchObject({ ok: true })
  await expect.poll(() => operator.track(bill, 'GT-bill-2'), PATIENTLY).toMatchObject({ value: { state: 'done' } })
  expect(await operator.readOpenInvoices('1000000003')).toEqual({ ok: true, value: [] })
})

test.for(NAMES)('%s: a refused delivery is reported as refused', async (name) => {
  const { operator } = await aSandboxOperator(name)
  const order: Delivery = { kind: 'airtime', msisdn: REFUSED_DELIVERY, amount: fromMajor(500) }
  const answer = await operator.deliver(order, { reference: 'GT-refused-1', ...PAID })
  const kind = answer.ok ? answer.value.state : answer.fault.kind
  expect(['refused', 'rejected', 'pending']).toContain(kind)
  if (kind === 'pending')
    await expect.poll(() => operator.track(order, 'GT-refused-1'), PATIENTLY).toMatchObject({ value: { state: 'refused' } })
})

const LOST = NAMES.flatMap((name) => [
  { name, order: orders.airtime, reference: 'GT-lost-1', match: { reason: 'GT-lost-1' } },
  { name, order: orders.bundle, reference: 'GT-lost-2', match: { externalId: 'GT-lost-2' } },
  { name, order: orders.bill, reference: 'GT-lost-3', match: { correlatorId: 'GT-lost-3' } },
])

test.for(LOST)(
  '$name: F25 a lost response ($order.kind) is unknown, and tracking finds the outcome, once',
  async ({ name, order, reference, match }) => {
    const { operator, misbehave, ledger } = await aSandboxOperator(name)
    await misbehave({ do: { dropAnswer: true }, match, times: 1 })
    expect(await operator.deliver(order, { reference, ...PAID })).toEqual({ ok: false, fault: { kind: 'unknown' } })
    await expect.poll(() => operator.track(order, reference), PATIENTLY).toMatchObject({ value: { state: 'done' } })
    expect((await ledger()).filter(({ ourReference }) => ourReference === reference)).toHaveLength(1)
  },
)

test.for(NAMES)('%s: a capture whose response is lost is tracked, and its reservation can still be released', async (name) => {
  const { operator, misbehave } = await aSandboxOperator(name)
  const { airtime } = operator
  const reserved = await airtime.reserve(AMINA, fromMajor(1000), 'GT-air-7')
  const reservationId = reserved.ok ? reserved.value.reservationId : ''
  await misbehave({ do: { dropAnswer: true }, match: { reason: 'GT-air-7', adjustType: 'oneTime' }, times: 1 })
  expect(await airtime.capture(reservationId, AMINA, fromMajor(1000), 'GT-air-7')).toEqual({ ok: false, fault: { kind: 'unknown' } })
  expect(await airtime.track(AMINA, 'GT-air-7')).toEqual({ ok: true, value: { state: 'captured', reservationId, amount: fromMajor(1000) } })
  expect(await airtime.release(reservationId, 'GT-air-7')).toEqual({ ok: true, value: null })
  expect(await airtimeOf(operator, AMINA)).toEqual({ value: 4000, unit: 'XOF' })
})

test.for(NAMES)('%s: airtime is reserved, captured and refunded', async (name) => {
  const { operator } = await aSandboxOperator(name)
  const { airtime } = operator
  const reserved = await airtime.reserve(AMINA, fromMajor(1000), 'GT-air-1')
  const reservationId = reserved.ok ? reserved.value.reservationId : ''
  expect(await airtime.track(AMINA, 'GT-air-1')).toEqual({ ok: true, value: { state: 'reserved', reservationId } })
  expect(await airtime.capture(reservationId, AMINA, fromMajor(1000), 'GT-air-1')).toMatchObject({ ok: true })
  expect(await airtime.track(AMINA, 'GT-air-1')).toEqual({
    ok: true,
    value: { state: 'captured', reservationId: null, amount: fromMajor(1000) },
  })
  expect(await airtimeOf(operator, AMINA)).toEqual({ value: 4000, unit: 'XOF' })
  expect(await airtime.giveBack(AMINA, fromMajor(1000), 'GT-air-back-1')).toMatchObject({ ok: true })
  expect(await airtime.track(AMINA, 'GT-air-back-1')).toMatchObject({ value: { state: 'given-back' } })
  expect(await airtimeOf(operator, AMINA)).toEqual({ value: 5000, unit: 'XOF' })
})

test.for(NAMES)('%s: the whole balance can be reserved and captured', async (name) => {
  const { operator } = await aSandboxOperator(name)
  const reserved = await operator.airtime.reserve(AMINA, fromMajor(5000), 'GT-air-2')
  expect(reserved).toMatchObject({ ok: true })
  const reservationId = reserved.ok ? reserved.value.reservationId : ''
  expect(await operator.airtime.capture(reservationId, AMINA, fromMajor(5000), 'GT-air-2')).toMatchObject({ ok: true })
  expect(await airtimeOf(operator, AMINA)).toEqual({ value: 0, unit: 'XOF' })
})

test.for(NAMES)('%s: a released reservation holds nothing, and releasing again changes nothing', async (name) => {
  const { operator } = await aSandboxOperator(name)
  const { airtime } = operator
  const reserved = await airtime.reserve(AMINA, fromMajor(5000), 'GT-air-3')
  const reservationId = reserved.ok ? reserved.value.reservationId : ''
  expect(await airtime.reserve(AMINA, fromMajor(100), 'GT-air-4')).toMatchObject({ ok: false, fault: { kind: 'rejected' } })
  expect(await airtime.release(reservationId, 'GT-air-3')).toEqual({ ok: true, value: null })
  expect(await airtime.release(reservationId, 'GT-air-3')).toEqual({ ok: true, value: null })
  const track = await airtime.track(AMINA, 'GT-air-3')
  expect(['released', 'absent']).toContain(track.ok && track.value.state)
  expect(await airtime.reserve(AMINA, fromMajor(100), 'GT-air-5')).toMatchObject({ ok: true })
})

test.for(NAMES)('%s: F47 a balance that is too small refuses the reservation', async (name) => {
  const { operator } = await aSandboxOperator(name)
  expect(await operator.airtime.reserve(POOR, fromMajor(500), 'GT-air-6')).toMatchObject({ ok: false, fault: { kind: 'rejected' } })
  expect(await operator.airtime.track(POOR, 'GT-air-6')).toEqual({ ok: true, value: { state: 'absent', reservationId: null } })
})

const LEAD = {
  reference: 'GT-lead-1',
  fullName: 'Amina Seyni',
  contactNumber: AMINA,
  email: 'amina@example.ne',
  productCode: 'HBB_5G_20',
  price: fromMajor(15000),
  planDescription: 'Maison 20 Mbit/s',
  address: { city: 'Niamey', street: 'Rue NB 25', landmark: 'Près du château d’eau', country: 'NE', latitude: 13.51, longitude: 2.11 },
  isFeasible: true,
  consentedAt: new Date('2026-11-15T10:00:00Z'),
  consentVersion: '1',
}

test.for(NAMES)('%s: a lead is taken and can be followed', async (name) => {
  const { operator } = await aSandboxOperator(name)
  const taken = await operator.submitLead(LEAD)
  expect(taken).toMatchObject({ ok: true, value: { leadId: expect.any(String) } })
  const leadId = taken.ok ? (taken.value.leadId ?? '') : ''
  expect(await operator.readLead(leadId)).toMatchObject({
    ok: true,
    value: { leadId, state: expect.any(String), since: name === 'tmf-v4 sparse' ? null : expect.any(Date), contactNumber: AMINA },
  })
  expect(await operator.readLead('no-such-lead')).toEqual({ ok: false, fault: { kind: 'not-found' } })
})

test.for(NAMES)('%s: F50 a lead may be taken without an id', async (name) => {
  const { operator } = await aSandboxOperator(name)
  const taken = await operator.submitLead({ ...LEAD, reference: 'GT-lead-2', contactNumber: number('99000050') })
  expect(taken).toMatchObject({ ok: true, value: { leadId: null } })
})

test.for(NAMES)('%s: after all this every system is up and the log contains no number', async (name) => {
  const { operator, log } = await aSandboxOperator(name)
  await operator.findLine(AMINA)
  await operator.deliver(orders.airtime, { reference: 'GT-health-1', ...PAID })
  expect(new Set(Object.values(operator.health()))).toEqual(new Set(['up']))
  expect(log.lines.join('\n')).not.toMatch(/[0-9]{8}/)
})
