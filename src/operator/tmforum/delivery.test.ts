import { expect, test } from 'vitest'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { fromMajor } from '#shared/money.ts'
import { anOperator } from '#tests/support/an-operator.ts'
import type { Script, Seen } from '#tests/support/scripted-server.ts'

const MSISDN = '90123456' as MobileNumber
const PAID = { reference: 'GT-0001', method: 'CARD', providerReference: 'pay-1' }
const AIRTIME = { kind: 'airtime', msisdn: MSISDN, amount: fromMajor(500) } as const
const BUNDLE = { kind: 'bundle', msisdn: MSISDN, productCode: 'DATA_1GB', amount: fromMajor(1000) } as const
const PURSE = {
  id: 'B-1',
  usageType: 'monetary',
  remainingValue: { amount: 100, units: 'XOF' },
  partyAccount: { id: 'PA-1' },
  logicalResource: [{ id: '22790123456' }],
}
const CONFLICT: Script = { json: { code: 'duplicate', reason: 'Conflict' }, status: 409 }
const isPost = ({ method }: Seen) => method === 'POST'

test('a top-up goes to the purse of the line', async () => {
  const { operator, calls } = await anOperator([{ json: [PURSE] }, { json: { id: 'T-1', status: 'completed' }, status: 201 }])
  expect(await operator.deliver(AIRTIME, PAID)).toEqual({ ok: true, value: { state: 'done', operatorReference: 'T-1' } })
  expect(JSON.parse(calls()[1]?.body ?? '')).toMatchObject({
    bucket: { id: 'B-1' },
    partyAccount: { id: 'PA-1' },
    amount: { amount: 500 },
    reason: 'GT-0001',
  })
})

test('a line without a purse is refused before anything is sent; an unreadable purse may be tried again', async () => {
  const none = await anOperator(() => ({ json: [{ ...PURSE, usageType: 'data' }] }))
  expect(await none.operator.deliver(AIRTIME, PAID)).toEqual({ ok: false, fault: { kind: 'rejected', code: 'no-monetary-bucket' } })
  const silent = await anOperator(() => ({ text: '', status: 500 }))
  expect(await silent.operator.deliver(AIRTIME, PAID)).toEqual({ ok: false, fault: { kind: 'unavailable' } })
  expect([...none.calls(), ...silent.calls()].filter(isPost)).toEqual([])
})

test('a bill is paid by its id, which is not the number that visitors know', async () => {
  const bill = { id: 'B-77', billNo: 'FI-0101', billingAccount: { id: 'P1234567890' } }
  const { operator, calls } = await anOperator([{ json: [bill] }, { json: { id: 'PY-1', status: 'done' }, status: 201 }])
  const order = { kind: 'bill', accountNo: 'P1234567890', invoiceNo: 'FI-0101', msisdn: null, amount: fromMajor(25000) } as const
  expect(await operator.deliver(order, PAID)).toMatchObject({ ok: true, value: { state: 'done' } })
  expect(JSON.parse(calls()[1]?.body ?? '')).toMatchObject({ paymentItem: [{ item: { id: 'B-77' } }] })
})

test('409: an earlier delivery under our reference is found and returned', async () => {
  const { operator, calls } = await anOperator([CONFLICT, { json: [{ id: 'O-1', state: 'completed', externalId: 'GT-0001' }] }])
  expect(await operator.deliver(BUNDLE, PAID)).toEqual({ ok: true, value: { state: 'done', operatorReference: 'O-1' } })
  expect(calls().filter(isPost)).toHaveLength(1)
})

test('409: nothing is known under our reference, so the refusal stands; when a lookup fails, it is unknown', async () => {
  const absent = await anOperator([CONFLICT, { json: [], headers: { 'x-total-count': '0' } }])
  expect(await absent.operator.deliver(BUNDLE, PAID)).toEqual({
    ok: false,
    fault: { kind: 'rejected', code: 'duplicate', message: 'Conflict' },
  })
  const silent = await anOperator((request) => (isPost(request) ? CONFLICT : { text: '', status: 500 }))
  expect(await silent.operator.deliver(BUNDLE, PAID)).toEqual({ ok: false, fault: { kind: 'unknown' } })
})
