import { expect, test } from 'vitest'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { fromMajor } from '#shared/money.ts'
import { OPERATOR_PROFILES } from '../operator-profiles.ts'
import { anOperator } from '#tests/support/an-operator.ts'
import type { Script, Seen } from '#tests/support/scripted-server.ts'
import { unmatchableValue } from './tmforum-client.ts'

const MSISDN = '90123456' as MobileNumber
const UNAVAILABLE = { ok: false, fault: { kind: 'unavailable' } }
const BILL = { id: 'B-1', remainingAmount: { unit: 'XOF', value: 500 }, billDate: '2026-11-01T00:00:00Z' }
const PURSE = { id: 'P-1', usageType: 'monetary', remainingValue: { amount: 100, units: 'XOF' } }
const PAID = { reference: 'GT-0001', method: 'CARD', providerReference: 'pay-1' }

const asked = ({ url }: Seen) => new URL(url, 'http://x').searchParams
const isControl = (request: Seen) => [...asked(request).entries()].some(([name, value]) => name.includes('.') && /^[0+-]+$/.test(value))

/** A server that applies its filter and never repeats the value in its response; the control query gets the given response. */
const sparse = (items: object[], control: Script) => (request: Seen) => (isControl(request) ? control : { json: items })

test.for(['22790123456', '+22790123456', '1000000003', 'GT-0001-AB'])(
  'the unmatchable value used instead of %s belongs to no account',
  (value) => {
    expect(unmatchableValue(value)).toMatch(/^[0+-]+$/)
    expect(unmatchableValue(value)).toHaveLength(value.length)
  },
)

test.for<[string, Script]>([
  ['an empty list', { json: [] }],
  ['no content', { text: '', status: 204 }],
  ['not found', { json: { code: '60', reason: 'none' }, status: 404 }],
])('bills that name no account are accepted when the unmatchable account returns %s', async ([, control]) => {
  const { operator, calls } = await anOperator(sparse([BILL], control))
  expect(await operator.readOpenInvoices('1000000003')).toMatchObject({ ok: true, value: [{ invoiceNo: 'B-1', outstanding: 500 }] })
  expect(calls().map((call) => [asked(call).get('billingAccount.id'), asked(call).get('limit')])).toEqual([
    ['1000000003', '100'],
    ['0000000000', '1'],
  ])
})

test.for<[string, Script]>([
  ['bills', { json: [BILL] }],
  ['a refusal', { json: { code: '1', reason: 'no' }, status: 400 }],
  ['nothing that can be read', { json: {} }],
  ['an empty 200', { text: '', status: 200, headers: { 'content-type': 'application/json' } }],
  ['an error', { text: '', status: 500 }],
])('bills that name no account are rejected when the unmatchable account returns %s', async ([, control]) => {
  const { operator } = await anOperator(sparse([BILL], control))
  expect(await operator.readOpenInvoices('1000000003')).toEqual(UNAVAILABLE)
})

test('an account of zeros is not proven by a control query of zeros', async () => {
  const { operator } = await anOperator(() => ({ json: [BILL] }))
  expect(await operator.readOpenInvoices('0000000000')).toEqual(UNAVAILABLE)
})

test('beside a bill that names another account, one that names none is rejected without a control query', async () => {
  const other = { ...BILL, id: 'B-2', billingAccount: { id: '1000000009' } }
  const own = { ...BILL, id: 'B-3', billingAccount: { id: '1000000003' } }
  const { operator, calls } = await anOperator(() => ({ json: [BILL, other, own] }))
  expect(await operator.readOpenInvoices('1000000003')).toMatchObject({ value: [{ invoiceNo: 'B-3' }] })
  expect(calls()).toHaveLength(1)
})

test('a bill that names its account needs no control query', async () => {
  const { operator, calls } = await anOperator(() => ({ json: [{ ...BILL, billingAccount: { id: '1000000003' } }] }))
  expect(await operator.readOpenInvoices('1000000003')).toMatchObject({ ok: true })
  expect(calls()).toHaveLength(1)
})

test('a purse that names no line is filled only when the operator applies the number filter', async () => {
  const done: Script = { json: { id: 'T-1', status: 'completed' }, status: 201 }
  const script = (control: Script) => (request: Seen) => (request.method === 'POST' ? done : sparse([PURSE], control)(request))
  const order = { kind: 'airtime', msisdn: MSISDN, amount: fromMajor(500) } as const
  const good = await anOperator(script({ json: [] }))
  expect(await good.operator.deliver(order, PAID)).toEqual({ ok: true, value: { state: 'done', operatorReference: 'T-1' } })
  const careless = await anOperator(script({ json: [PURSE] }))
  expect(await careless.operator.deliver(order, PAID)).toEqual(UNAVAILABLE)
  expect(careless.calls().filter(({ method }) => method === 'POST')).toEqual([])
})

test('a purse that names no account: the number is sent instead, or nothing is sent, as the profile says', async () => {
  const own = { ...PURSE, logicalResource: [{ id: '22790123456' }] }
  const script = ({ method }: Seen): Script => (method === 'POST' ? { json: { status: 'completed' }, status: 201 } : { json: [own] })
  const order = { kind: 'airtime', msisdn: MSISDN, amount: fromMajor(500) } as const
  const official = await anOperator(script)
  expect(await official.operator.deliver(order, PAID)).toEqual({ ok: true, value: { state: 'done', operatorReference: 'GT-0001' } })
  expect(JSON.parse(official.calls()[1]?.body ?? '')).toMatchObject({ bucket: { id: 'P-1' }, partyAccount: { id: '22790123456' } })
  const profile = { ...OPERATOR_PROFILES['tmf-v4'], buckets: { remainingField: 'remainingValue', accountWhenUnnamed: 'refuse' } as const }
  const strict = await anOperator(script, { profile })
  expect(await strict.operator.deliver(order, PAID)).toEqual({ ok: false, fault: { kind: 'rejected', code: 'no-party-account' } })
  expect(strict.calls()).toHaveLength(1)
})

test('an order that names no reference is ours when the operator applies the reference filter, and else unknown', async () => {
  const order = { kind: 'bundle', msisdn: MSISDN, productCode: 'X', amount: fromMajor(1) } as const
  const item = { id: '1', state: 'completed', productOrderItem: [{ id: '1', action: 'add' }] }
  const control = (answer: Script) => (request: Seen) => (asked(request).get('externalId') === 'GT-0001' ? { json: [item] } : answer)
  const proven = await anOperator(control({ json: [] }))
  expect(await proven.operator.track(order, 'GT-0001')).toEqual({ ok: true, value: { state: 'done', operatorReference: '1' } })
  const ignored = await anOperator(control({ json: [item] }))
  expect(await ignored.operator.track(order, 'GT-0001')).toEqual(UNAVAILABLE)
})

test('a history without references does not prove that ours is missing', async () => {
  const order = { kind: 'airtime', msisdn: MSISDN, amount: fromMajor(500) } as const
  const entry = { id: 'H-1', status: 'completed', logicalResource: [{ id: '22790123456' }] }
  const silent = await anOperator(() => ({ json: [entry] }), { profile: OPERATOR_PROFILES.odd })
  expect(await silent.operator.track(order, 'GT-0001')).toEqual(UNAVAILABLE)
  const telling = await anOperator(() => ({ json: [entry, { ...entry, transactionId: 'GT-9' }] }), { profile: OPERATOR_PROFILES.odd })
  expect(await telling.operator.track(order, 'GT-0001')).toEqual({ ok: true, value: { state: 'absent' } })
})
