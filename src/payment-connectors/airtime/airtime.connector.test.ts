import { expect, test } from 'vitest'
import { aContext, anAttempt, anOrder, NOW } from '../testing/connector-testing.ts'
import { ProviderUnavailable } from '../payment-connector.ts'
import type { OperatorResult, OperatorFault } from '#shared/operator-answer.ts'
import { fromMajor, type Money } from '#shared/money.ts'
import { airtimeConnector } from './airtime.connector.ts'
import type { OperatorAirtime } from './operator-airtime.ts'

const context = aContext()
const good = <Value>(value: Value): OperatorResult<Value> => ({ ok: true, value })
const fault = (kind: OperatorFault['kind'], code = 'x'): OperatorResult<never> => ({
  ok: false,
  fault: kind === 'rejected' ? { kind, code } : { kind },
})

/** An operator test double that follows its script and records its calls. */
function anOperator(answers: Partial<Record<keyof OperatorAirtime, OperatorResult<unknown>>> = {}) {
  const calls: string[] = []
  const call = (name: keyof OperatorAirtime, usual: OperatorResult<unknown>) => async () => {
    calls.push(name)
    return answers[name] ?? usual
  }
  const operator = {
    reserve: call('reserve', good({ reservationId: 'R1' })),
    capture: call('capture', good({ operatorReference: 'C1' })),
    release: call('release', good(null)),
    giveBack: call('giveBack', good({ operatorReference: 'G1' })),
    track: call('track', good({ state: 'absent', reservationId: null })),
  } as unknown as OperatorAirtime
  return { connector: airtimeConnector(operator), calls }
}

test('AIR-2: the amount is reserved, then taken, and paid at once', async () => {
  const { connector, calls } = anOperator()
  expect(await connector.start(context, anOrder())).toEqual({
    kind: 'settled',
    providerRef: 'R1',
    seen: { state: 'paid', amount: anOrder().amount, providerTxnId: 'C1' },
  })
  expect(calls).toEqual(['reserve', 'capture'])
})

test('AIR-2: too small a balance takes nothing', async () => {
  const { connector, calls } = anOperator({ reserve: fault('rejected', 'insufficientBalance') })
  expect(await connector.start(context, anOrder())).toMatchObject({ kind: 'rejected', reason: 'insufficient_funds' })
  expect(calls).toEqual(['reserve'])
})

test('a refused capture releases the reservation', async () => {
  const { connector, calls } = anOperator({ capture: fault('rejected') })
  expect(await connector.start(context, anOrder())).toMatchObject({ kind: 'rejected' })
  expect(calls).toEqual(['reserve', 'capture', 'release'])
})

test.for([
  ['reserve', 'unknown', true],
  ['reserve', 'unavailable', false],
  ['capture', 'unknown', true],
  ['capture', 'unavailable', true],
] as const)('no answer to %s (%s) is never a refusal', async ([name, kind, mayHaveArrived]) => {
  const { connector, calls } = anOperator({ [name]: fault(kind) })
  const failure = await connector.start(context, anOrder()).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ProviderUnavailable)
  expect(failure).toMatchObject({ mayHaveArrived })
  expect(calls).not.toContain('release')
})

const young = anAttempt({ createdAt: new Date(NOW.getTime() - 30_000) })
const old = anAttempt({ createdAt: new Date(NOW.getTime() - 16 * 60_000) })

test.for([
  ['captured', young, 'paid'],
  ['reserved', young, 'pending'],
  ['released', young, 'expired'],
  ['given-back', young, 'refunded'],
  ['absent', young, 'unrecognised'],
  ['absent', old, 'expired'],
] as const)('the operator’s state %s is reported as such', async ([state, attempt, seen]) => {
  const { connector } = anOperator({ track: good({ state, reservationId: null, amount: fromMajor(1500) }) })
  expect(await connector.query?.(context, attempt)).toMatchObject({ state: seen })
})

test('I19 F64 what the operator took is the amount it names, and in doubt where it names nothing readable', async () => {
  const seen = (amount: Money | null) =>
    anOperator({ track: good({ state: 'captured', reservationId: null, amount }) }).connector.query?.(context, young)
  expect(await seen(fromMajor(1))).toMatchObject({ state: 'paid', amount: { minor: 1, currency: 'XOF' } })
  expect(await seen(null)).toMatchObject({ state: 'unrecognised', saysPaid: true })
})

test('an amount that stays reserved after a lost capture is released before the payment is reported as not charged', async () => {
  const reserved = { track: good({ state: 'reserved', reservationId: 'R1' }) }
  const { connector, calls } = anOperator(reserved)
  expect(await connector.query?.(context, old)).toMatchObject({ state: 'expired' })
  expect(calls).toEqual(['track', 'release'])
  const stuck = anOperator({ ...reserved, release: fault('unknown') })
  expect(await stuck.connector.query?.(context, old)).toMatchObject({ state: 'pending' })
})

test('a query without a response reports nothing', async () => {
  const { connector } = anOperator({ track: fault('unavailable') })
  await expect(connector.query?.(context, young)).rejects.toBeInstanceOf(ProviderUnavailable)
})

test('a refused delivery credits the amount again, once, under the refund’s own reference', async () => {
  const refund = { ref: 'REFUND234567', amount: anOrder().amount, reason: 'not-delivered' }
  const { connector } = anOperator({ track: good({ state: 'given-back', reservationId: null, amount: fromMajor(1500) }) })
  expect(await connector.refund?.(context, young, refund)).toMatchObject({ state: 'refunded', amount: refund.amount })
  expect(await connector.queryRefund?.(context, young, refund.ref)).toMatchObject({ state: 'refunded' })
  expect(await anOperator().connector.queryRefund?.(context, young, refund.ref)).toEqual({ state: 'absent' })
  for (const [kind, mayHaveArrived] of [
    ['unknown', true],
    ['unavailable', false],
  ] as const)
    await expect(anOperator({ giveBack: fault(kind) }).connector.refund?.(context, young, refund)).rejects.toMatchObject({ mayHaveArrived })
})
