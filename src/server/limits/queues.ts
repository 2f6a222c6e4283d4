import { setTimeout as pause } from 'node:timers/promises'
import { UpstreamError } from '#outbound/upstream-error.ts'
import { createUpstreamLimiter } from '#outbound/bulkhead.ts'
import type { ConcurrencyLimiter } from '#shared/concurrency-limiter.ts'
import { Problem } from '#shared/problem.ts'

/** Together with the time that the SMS centre takes, `waitMs` stays below the 30 s after which browsers and proxies give up. */
export const QUEUE = { waitMs: 15_000, retryMs: 500, mostOfKey: 200, mostInAll: 1_000 }

type Turn<Value> = {
  attempt: () => Promise<Value>
  /** The error for a caller whose turn does not come in time. */
  refusal: () => Problem
  signal: AbortSignal | undefined
}

export type Queues = {
  inTurn<Value>(key: string, turn: Turn<Value>): Promise<Value>
  /** From now on no call waits. */
  close(): void
}

/**
 * Queues for a limit that is used up and refills little by little; only the first one in a queue tries. The request itself waits: a caller
 * has as many places as open requests, however often it calls, and loses its place by leaving. Each process has its own queues; their first
 * ones compete in the database.
 */
export function createQueues(isFull: (error: unknown) => boolean, { waitMs, retryMs, mostOfKey, mostInAll } = QUEUE): Queues {
  const queues = new Map<string, { limiter: ConcurrencyLimiter; length: number }>()
  const closing = new AbortController()
  let inAll = 0

  async function queueUp<Value>(key: string, turn: Turn<Value>): Promise<Value> {
    if (inAll >= mostInAll) throw turn.refusal()
    const signal = AbortSignal.any([closing.signal, ...(turn.signal ? [turn.signal] : [])])
    const until = performance.now() + waitMs
    const queue = queues.get(key) ?? {
      limiter: createUpstreamLimiter({ maxConcurrent: 1, maxQueued: mostOfKey, queueTimeoutMs: waitMs }),
      length: 0,
    }
    queues.set(key, queue)
    queue.length += 1
    inAll += 1
    try {
      return await queue.limiter.run(() => tryUntil(until, turn, signal), signal)
    } catch (error) {
      if (signal.aborted) throw new Problem('unavailable', 'left the queue')
      throw error instanceof UpstreamError && error.why === 'busy' ? turn.refusal() : error
    } finally {
      queue.length -= 1
      inAll -= 1
      if (queue.length === 0) queues.delete(key)
    }
  }

  async function tryUntil<Value>(until: number, { attempt, refusal }: Turn<Value>, signal: AbortSignal): Promise<Value> {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        if (!isFull(error)) throw error
      }
      if (performance.now() + retryMs > until) throw refusal()
      await pause(retryMs, undefined, { signal })
    }
  }

  return {
    async inTurn(key, turn) {
      if (queues.has(key)) return queueUp(key, turn)
      try {
        return await turn.attempt()
      } catch (error) {
        if (!isFull(error)) throw error
      }
      return queueUp(key, turn)
    },
    close: () => closing.abort(),
  }
}
