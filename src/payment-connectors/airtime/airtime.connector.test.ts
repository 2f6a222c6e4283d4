import { expect, test } from 'vitest'
import { aContext, anAttempt, anOrder, NOW } from '../testing/connector-testing.ts'
import { ProviderUnavailable } from '../payment-connector.ts'
import type { OperatorAnswer, OperatorFault } from '#shared/operator-answer.ts'
import { airtimeConnector } from './airtime.connector.ts'
import type { OperatorAirtime } from './operator-airtime.ts'

const context = aContext()
const good = <Value>(value: Value): OperatorAnswer<Value> => ({ isGood: true, value })
const fault = (kind: OperatorFault['kind'], code = 'x'): OperatorAnswer<never> => ({
  isGood: false,
  fault: kind === 'rejected' ? { kind, code } : { kind },
})

/** An operator that does as it is told and remembers what was asked of it. */
function anOperator(answers: Partial<Record<keyof OperatorAirtime, OperatorAnswer<unknown>>> = {}) {
  const calls: string[] = []
  const call = (name: keyof OperatorAirtime, usual: OperatorAnswer<unknown>) => async () => {
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

test('a taking that is refused releases what was reserved', async () => {
  const { connector, calls } = anOperator({ capture: fault('rejected') })
  expect(await connector.start(context, anOrder())).toMatchObject({ kind: 'rejected' })
  expect(calls).toEqual(['reserve', 'capture', 'release'])
})

test.for([
  ['reserve', 'unknown', true],
  ['reserve', 'unavailable', false],
  ['capture', 'unknown', true],
  ['capture', 'unavailable', true],
] as const)('no answer to %s (%s) is never a no', async ([name, kind, mayHaveArrived]) => {
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
] as const)('what the operator holds as %s is seen as such', async ([state, attempt, seen]) => {
  const { connector } = anOperator({ track: good({ state, reservationId: null }) })
  expect(await connector.query?.(context, attempt)).toMatchObject({ state: seen })
})

test('an amount that stays reserved, for its taking was lost, is released before anybody says that nothing was charged', async () => {
  const reserved = { track: good({ state: 'reserved', reservationId: 'R1' }) }
  const { connector, calls } = anOperator(reserved)
  expect(await connector.query?.(context, old)).toMatchObject({ state: 'expired' })
  expect(calls).toEqual(['track', 'release'])
  const stuck = anOperator({ ...reserved, release: fault('unknown') })
  expect(await stuck.connector.query?.(context, old)).toMatchObject({ state: 'pending' })
})

test('a question that gets no answer says nothing', async () => {
  const { connector } = anOperator({ track: fault('unavailable') })
  await expect(connector.query?.(context, young)).rejects.toBeInstanceOf(ProviderUnavailable)
})

test('a refused delivery credits the amount again, once, under the refund’s own name', async () => {
  const refund = { ref: 'REFUND234567', amount: anOrder().amount, reason: 'not-delivered' }
  const { connector } = anOperator({ track: good({ state: 'given-back', reservationId: null }) })
  expect(await connector.refund?.(context, young, refund)).toMatchObject({ state: 'refunded', amount: refund.amount })
  expect(await connector.queryRefund?.(context, young, refund.ref)).toMatchObject({ state: 'refunded' })
  expect(await anOperator().connector.queryRefund?.(context, young, refund.ref)).toEqual({ state: 'absent' })
  for (const [kind, mayHaveArrived] of [
    ['unknown', true],
    ['unavailable', false],
  ] as const)
    await expect(anOperator({ giveBack: fault(kind) }).connector.refund?.(context, young, refund)).rejects.toMatchObject({ mayHaveArrived })
})
