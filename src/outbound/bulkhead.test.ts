import { expect, test } from 'vitest'
import { createUpstreamLimiter } from './bulkhead.ts'

test('F60 a call that finds no place, waits too long or is aborted reports that nothing was sent', async () => {
  const limiter = createUpstreamLimiter({ maxConcurrent: 1, maxQueued: 1, queueTimeoutMs: 30 })
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = limiter.run(() => promise)
  const queued = limiter.run(async () => 'never')
  await expect(limiter.run(async () => 'never')).rejects.toMatchObject({ name: 'OutboundTrouble', why: 'busy', mayHaveArrived: false })
  await expect(queued).rejects.toMatchObject({ name: 'OutboundTrouble', why: 'busy', mayHaveArrived: false })
  const left = AbortSignal.abort()
  await expect(limiter.run(async () => 'never', left)).rejects.toMatchObject({ why: 'cancelled', mayHaveArrived: false })
  resolve('done')
  expect(await first).toBe('done')
  await expect(limiter.run(() => Promise.reject(new Error('its own')))).rejects.toThrow('its own')
})
