import { expect, test, vi } from 'vitest'
import { createCircuitBreaker, type HealthSignal } from './circuit-breaker.ts'

const JUDGE = { ofError: (error: unknown): HealthSignal => (error instanceof RangeError ? 'none' : 'silent') }

function aCircuit(openMs = 30_000) {
  const time = { ms: Date.parse('2026-11-15T12:00:00Z') }
  const circuit = createCircuitBreaker({ failureThreshold: 3, openMs, now: () => new Date(time.ms) })
  const answer = () => circuit.run(async () => 'answer', JUDGE)
  const silence = () => circuit.run(() => Promise.reject(new Error('silent')), JUDGE).catch((error: unknown) => error)
  return { time, circuit, answer, silence }
}

async function broken(openMs?: number) {
  const world = aCircuit(openMs)
  for (let count = 0; count < 3; count += 1) await world.silence()
  expect(world.circuit.state()).toBe('open')
  return world
}

test('only consecutive timeouts count', async () => {
  const { circuit, answer, silence } = aCircuit()
  for (let count = 0; count < 5; count += 1) {
    await silence()
    await silence()
    await answer()
  }
  expect(circuit.state()).toBe('closed')
})

test('after three failures in a row all calls are rejected until the open time is over, and nothing is sent', async () => {
  const { time, circuit, answer } = await broken()
  time.ms += 29_999
  await expect(answer()).rejects.toMatchObject({ why: 'breaker-open', mayHaveArrived: false })
  time.ms += 1
  expect(circuit.state()).toBe('half-open')
  expect(await answer()).toBe('answer')
  expect(circuit.state()).toBe('closed')
})

test('one caller probes; a hundred others fail at once instead of waiting for the result', async () => {
  const { time, circuit, answer } = await broken()
  time.ms += 30_000
  let end = (_value: string) => {}
  const trial = circuit.run(() => new Promise<string>((resolve) => (end = resolve)), JUDGE)
  expect(circuit.state()).toBe('probing')
  const others = await Promise.allSettled(Array.from({ length: 100 }, answer))
  expect(others.every(({ status }) => status === 'rejected')).toBe(true)
  end('answer')
  await trial
  expect(circuit.state()).toBe('closed')
})

test('a failed probe opens the circuit again; an aborted one leaves probing to the next call', async () => {
  const { time, circuit, silence, answer } = await broken()
  time.ms += 30_000
  await silence()
  expect(circuit.state()).toBe('open')
  time.ms += 30_000
  await expect(circuit.run(() => Promise.reject(new RangeError('ours')), JUDGE)).rejects.toThrow('ours')
  const thrown = (): Promise<never> => {
    throw new RangeError('before it waits')
  }
  await expect(circuit.run(thrown, JUDGE)).rejects.toThrow('before it waits')
  expect(circuit.state()).toBe('half-open')
  expect(await answer()).toBe('answer')
})

test('a late response, to a call from before the circuit opened, counts as a response', async () => {
  const { circuit, silence } = aCircuit()
  let end = (_value: string) => {}
  const late = circuit.run(() => new Promise<string>((resolve) => (end = resolve)), JUDGE)
  for (let count = 0; count < 3; count += 1) await silence()
  expect(circuit.isBlocking()).toBe(true)
  end('late')
  await late
  expect(circuit.state()).toBe('closed')
})

test.for([
  ['set back by two hours', -7_200_000],
  ['set forward by a year', 365 * 86_400_000],
] as const)('F57 a clock that is %s does not keep the circuit open', async ([, jumpMs]) => {
  const { time, circuit, answer } = await broken()
  time.ms += jumpMs
  expect(circuit.state()).toBe('half-open')
  expect(await answer()).toBe('answer')
})

test('F57 a clock that stands still does not keep the circuit open', async () => {
  const { circuit } = await broken(30)
  await vi.waitFor(() => expect(circuit.state()).toBe('half-open'))
})
