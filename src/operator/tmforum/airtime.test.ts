import { expect, test } from 'vitest'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { fromMajor } from '#shared/money.ts'
import { anOperator } from '#tests/support/an-operator.ts'
import type { Script, Seen } from '#tests/support/scripted-server.ts'
import { airtimeTrack, isAsAsked } from './airtime.messages.ts'
import type { BalanceAction } from './delivery.messages.ts'

const MSISDN = '90123456' as MobileNumber
const PURSE: Script = {
  json: [
    {
      id: 'B-1',
      usageType: 'monetary',
      remainingValue: { amount: 5000, units: 'XOF' },
      partyAccount: { id: 'PA-1' },
      logicalResource: [{ id: '22790123456' }],
    },
  ],
}
const DELETED: Script = { text: '', status: 204 }
const wentOut = ({ method, url }: Seen) => `${method} ${url.split('?')[0]?.split('/v4')[1]}`

test('a reservation holds the amount under our reference', async () => {
  const { operator, calls } = await anOperator([PURSE, { json: { id: 'R-1', status: 'completed' }, status: 201 }])
  expect(await operator.airtime.reserve(MSISDN, fromMajor(1000), 'GT-1')).toEqual({ ok: true, value: { reservationId: 'R-1' } })
  expect(JSON.parse(calls()[1]?.body ?? '')).toEqual({
    amount: { amount: 1000, units: 'XOF' },
    usageType: 'monetary',
    bucket: { id: 'B-1' },
    partyAccount: { id: 'PA-1' },
    logicalResource: [{ id: '22790123456', '@referredType': 'MSISDN' }],
    channel: { id: 'WEBPORTAL' },
    reason: 'GT-1',
  })
})

test('a reservation that failed holds nothing', async () => {
  const { operator } = await anOperator([PURSE, { json: { id: 'R-1', status: 'failed' }, status: 201 }])
  expect(await operator.airtime.reserve(MSISDN, fromMajor(1000), 'GT-1')).toEqual({
    ok: false,
    fault: { kind: 'rejected', code: 'failed' },
  })
})

test('capturing takes the amount first and drops the reservation after it', async () => {
  const { operator, calls } = await anOperator([PURSE, { json: { id: 'A-1', status: 'completed' }, status: 201 }, DELETED])
  expect(await operator.airtime.capture('R-1', MSISDN, fromMajor(1000), 'GT-1')).toEqual({ ok: true, value: { operatorReference: 'A-1' } })
  expect(calls().map(wentOut)).toEqual(['GET /bucket', 'POST /adjustBalance', 'DELETE /reserveBalance/R-1'])
  expect(JSON.parse(calls()[1]?.body ?? '')).toMatchObject({
    amount: { amount: -1000, units: 'XOF' },
    adjustType: 'oneTime',
    reason: 'GT-1',
  })
})

test('an amount that was not taken does not release the reservation', async () => {
  const refusal: Script = { json: { code: 'insufficientFunds', reason: 'x' }, status: 409 }
  const nothing: Script = { json: [], headers: { 'x-total-count': '0' } }
  const { operator, calls } = await anOperator([PURSE, refusal, nothing])
  expect(await operator.airtime.capture('R-1', MSISDN, fromMajor(1000), 'GT-1')).toMatchObject({
    fault: { kind: 'rejected', code: 'insufficientFunds' },
  })
  const lost = await anOperator([PURSE, 'reset'])
  expect(await lost.operator.airtime.capture('R-1', MSISDN, fromMajor(1000), 'GT-1')).toEqual({ ok: false, fault: { kind: 'unknown' } })
  expect([...calls(), ...lost.calls()].filter(({ method }) => method === 'DELETE')).toEqual([])
})

test('an amount whose capture is pending is unknown until it is tracked', async () => {
  const { operator } = await anOperator([PURSE, { json: { id: 'A-1', status: 'created' }, status: 201 }])
  expect(await operator.airtime.capture('R-1', MSISDN, fromMajor(1000), 'GT-1')).toEqual({ ok: false, fault: { kind: 'unknown' } })
})

test('a captured amount stays captured when its reservation cannot be dropped; the log says so', async () => {
  const { operator, log } = await anOperator([PURSE, { json: { id: 'A-1', status: 'completed' }, status: 201 }, { text: '', status: 500 }])
  expect(await operator.airtime.capture('R-1', MSISDN, fromMajor(1000), 'GT-1')).toMatchObject({ ok: true })
  expect(log.lines.at(-1)).toBe('a captured reservation still stands {"system":"654","reference":"GT-1","fault":"unknown"}')
})

test.for<[Script, object]>([
  [DELETED, { ok: true, value: null }],
  [
    { json: { id: 'R-1' }, status: 200 },
    { ok: true, value: null },
  ],
  [
    { json: { code: 'notFound', reason: 'x' }, status: 404 },
    { ok: true, value: null },
  ],
  [
    { text: '', status: 500 },
    { ok: false, fault: { kind: 'unknown' } },
  ],
  ['reset', { ok: false, fault: { kind: 'unknown' } }],
])('releasing, answered %j, is %j', async ([script, outcome]) => {
  const { operator, calls } = await anOperator([script])
  expect(await operator.airtime.release('R-1', 'GT-1')).toEqual(outcome)
  expect(calls()).toHaveLength(1)
})

test('giving back adds the amount', async () => {
  const { operator, calls } = await anOperator([PURSE, { json: { id: 'A-2', status: 'completed' }, status: 201 }])
  expect(await operator.airtime.giveBack(MSISDN, fromMajor(1000), 'GT-2')).toEqual({ ok: true, value: { operatorReference: 'A-2' } })
  expect(JSON.parse(calls()[1]?.body ?? '')).toMatchObject({ amount: { amount: 1000 }, adjustType: 'oneTime' })
})

test.for([
  { amount: -1, units: 'XOF' },
  { amount: -1000, units: 'USD' },
])('I19 F64 a capture of %j is not the one requested', async (amount) => {
  const { operator } = await anOperator([PURSE, { json: { id: 'A-1', status: 'completed', amount }, status: 201 }, DELETED])
  expect(await operator.airtime.capture('R-1', MSISDN, fromMajor(1000), 'GT-1')).toMatchObject({ ok: false, fault: { kind: 'unknown' } })
})

test.for([{ reason: 'GT-2' }, { logicalResource: [{ id: '22790123457' }] }, { reason: 'GT-1', logicalResource: [{ id: '90999999' }] }])(
  'I19 F64 a capture that names %j is of another order, in its response and when it is looked up',
  async (other) => {
    const taken = { id: 'A-1', status: 'completed', amount: { amount: -1000, units: 'XOF' }, ...other }
    const { operator } = await anOperator([PURSE, { json: taken, status: 201 }, DELETED])
    expect(await operator.airtime.capture('R-1', MSISDN, fromMajor(1000), 'GT-1')).toMatchObject({ ok: false, fault: { kind: 'unknown' } })
    const listed = { ...taken, reason: 'GT-1', logicalResource: other.logicalResource ?? [{ id: '22790123457' }] }
    const tracked = await anOperator(({ url }) => ({ json: url.includes('adjustBalance') ? [listed] : [] }))
    expect(await tracked.operator.airtime.track(MSISDN, 'GT-1')).toMatchObject({ value: { state: 'captured', amount: null } })
  },
)

test('409: only a change in the same direction counts as ours', async () => {
  const conflict: Script = { json: { code: 'duplicate', reason: 'x' }, status: 409 }
  const taken = { id: 'A-1', status: 'completed', amount: { amount: -1000, units: 'XOF' }, reason: 'GT-1' }
  const again = await anOperator([PURSE, conflict, { json: [taken] }, DELETED])
  expect(await again.operator.airtime.capture('R-1', MSISDN, fromMajor(1000), 'GT-1')).toEqual({
    ok: true,
    value: { operatorReference: 'A-1' },
  })
  const back = await anOperator([PURSE, conflict, { json: [taken] }])
  expect(await back.operator.airtime.giveBack(MSISDN, fromMajor(1000), 'GT-1')).toMatchObject({
    fault: { kind: 'rejected', code: 'duplicate' },
  })
})

const entry = (id: string, status: string, amount: number): BalanceAction => ({ id, status, amount: { amount } })

test.for([
  [[], [], { state: 'absent', reservationId: null }],
  [[], [entry('R-1', 'completed', 100)], { state: 'reserved', reservationId: 'R-1' }],
  [[], [entry('R-1', 'created', 100)], { state: 'reserved', reservationId: 'R-1' }],
  [[], [entry('R-1', 'cancelled', 100)], { state: 'released', reservationId: null }],
  [[], [entry('R-1', 'failed', 100)], { state: 'absent', reservationId: null }],
  [[entry('A-1', 'completed', -100)], [], { state: 'captured', reservationId: null, amount: fromMajor(100) }],
  [
    [entry('A-1', 'completed', -100)],
    [entry('R-1', 'completed', 100)],
    { state: 'captured', reservationId: 'R-1', amount: fromMajor(100) },
  ],
  [[entry('A-1', 'failed', -100)], [entry('R-1', 'completed', 100)], { state: 'reserved', reservationId: 'R-1' }],
  [
    [entry('A-1', 'completed', -100), entry('A-2', 'completed', 100)],
    [],
    { state: 'given-back', reservationId: null, amount: fromMajor(100) },
  ],
  [
    [{ id: 'A-1', status: 'completed', amount: { amount: -100, units: 'USD' } }],
    [],
    { state: 'captured', reservationId: null, amount: null },
  ],
  [[entry('A-1', 'created', -100)], [entry('R-1', 'completed', 100)], null],
  [[entry('A-1', 'completed', 0)], [], null],
] as const)('adjustments %j and reservations %j are %j', ([adjustments, reservations, track]) => {
  const isOurs = (one: BalanceAction) => isAsAsked(one, { reference: 'GT-1', msisdn: MSISDN, amount: null, attribute: 'reason' })
  expect(airtimeTrack(adjustments, reservations, isOurs)).toEqual(track)
})
