import { expect, onTestFinished, test, vi } from 'vitest'
import { UpstreamError } from './upstream-error.ts'
import { observeUpstreamWait } from './upstream-wait.ts'
import { OPERATOR_LIMITS } from './outbound-limits.ts'
import { guardSystem as guardSystemBy, type GuardLimits } from './system-guard.ts'

const guardSystem = (limits: GuardLimits) => guardSystemBy(limits, () => new Date())
const LIMITS = { ...OPERATOR_LIMITS, repeatDelayMs: 1, readTimeoutMs: 100, readDeadlineMs: 250, breakAfterFailures: 3, openMs: 10_000 }
const ill = () => Promise.reject(new UpstreamError('server-error', { mayHaveArrived: true, status: 500 }))
const hang = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new UpstreamError('timeout', { mayHaveArrived: true })))
  })

test('a read is tried three times, a write once', async () => {
  const guard = guardSystem({ ...LIMITS, breakAfterFailures: 99 })
  let asked = 0
  const count = () => {
    asked++
    return ill()
  }
  await expect(guard.read(count)).rejects.toMatchObject({ why: 'server-error' })
  expect(asked).toBe(3)
  await expect(guard.write(count)).rejects.toMatchObject({ why: 'server-error' })
  expect(asked).toBe(4)
})

test('F32 a system that fails repeatedly is not called for a while, then probed once, then used again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const guard = guardSystem(LIMITS)
  expect(guard.state()).toBe('up')
  await expect(guard.read(ill)).rejects.toMatchObject({ why: 'server-error' })
  expect(guard.state()).toBe('down')
  await expect(guard.write(() => Promise.resolve('sent'))).rejects.toMatchObject({ why: 'breaker-open', mayHaveArrived: false })
  vi.setSystemTime(Date.now() + 10_001)
  expect(await guard.read(() => Promise.resolve('well'))).toBe('well')
  expect(guard.state()).toBe('up')
})

test('some failures in a row are reported as degraded', async () => {
  const guard = guardSystem({ ...LIMITS, readRepeats: 1 })
  await expect(guard.read(ill)).rejects.toThrow()
  expect(guard.state()).toBe('degraded')
})

test('F32 only so many calls run at once, the rest is rejected and was not sent', async () => {
  const guard = guardSystem({ ...LIMITS, writesAtOnce: 1, writesWaiting: 1, writeTimeoutMs: 50 })
  const [first, second, third] = await Promise.allSettled([guard.write(hang), guard.write(() => Promise.resolve('late')), guard.write(ill)])
  expect(first).toMatchObject({ reason: { why: 'timeout', mayHaveArrived: true } })
  expect(second).toMatchObject({ value: 'late' })
  expect(third).toMatchObject({ reason: { why: 'busy', mayHaveArrived: false } })
})

test('F60 a request that queues for a system or waits for its response counts as waiting all the while', async () => {
  let waiting = 0
  const guard = guardSystem({ ...LIMITS, writesAtOnce: 1, writesWaiting: 1, readRepeats: 0 })
  const answer = Promise.withResolvers<string>()
  let calls: Promise<string>[] = []
  const waiter = { waitOutside: () => void (waiting += 1), comeBack: () => void (waiting -= 1) }
  observeUpstreamWait(waiter, () => {
    calls = [guard.write(() => answer.promise), guard.write(() => answer.promise), guard.read(() => answer.promise)]
  })
  expect(waiting).toBe(3)
  answer.resolve('here')
  expect(await Promise.all(calls)).toEqual(['here', 'here', 'here'])
  await expect(guard.read(ill)).rejects.toThrow()
  expect(waiting).toBe(0)
})

test('slow reads do not delay writes', async () => {
  const guard = guardSystem({ ...LIMITS, readsAtOnce: 1, readsWaiting: 0, readRepeats: 0 })
  const slow = guard.read(hang)
  expect(await guard.write(() => Promise.resolve('sent'))).toBe('sent')
  await expect(slow).rejects.toMatchObject({ why: 'timeout' })
})

test('a read ends at its deadline, retries and queueing included', async () => {
  const guard = guardSystem({ ...LIMITS, readTimeoutMs: 60, readRepeats: 30, readDeadlineMs: 100, breakAfterFailures: 99 })
  const began = performance.now()
  await expect(guard.read(hang)).rejects.toMatchObject({ why: 'timeout' })
  expect(performance.now() - began).toBeLessThan(900)
})

test('a visitor who leaves aborts the call, which does not count for the system’s health', async () => {
  const guard = guardSystem({ ...LIMITS, breakAfterFailures: 1 })
  const leaving = new AbortController()
  const asked = guard.read(hang, leaving.signal)
  leaving.abort()
  await expect(asked).rejects.toMatchObject({ why: 'cancelled' })
  expect(guard.state()).toBe('up')
})
