import { ExponentialBackoff, handleWhen, retry, TaskCancelledError, timeout, TimeoutStrategy } from 'cockatiel'
import { createUpstreamLimiter } from './bulkhead.ts'
import { createCircuitBreaker, type ClassifyOutcome } from './circuit-breaker.ts'
import { UpstreamError } from './upstream-error.ts'

export type GuardLimits = {
  readTimeoutMs: number
  /** The deadline of a read with its retries and its queueing. */
  readDeadlineMs: number
  readRepeats: number
  repeatDelayMs: number
  writeTimeoutMs: number
  /** The number of consecutive failures after which the circuit opens. */
  breakAfterFailures: number
  openMs: number
  readsAtOnce: number
  readsWaiting: number
  writesAtOnce: number
  writesWaiting: number
  writeWaitMs: number
}

export const SYSTEM_STATES = ['up', 'degraded', 'down'] as const
export type SystemState = (typeof SYSTEM_STATES)[number]
type Work<Value> = (signal: AbortSignal) => Promise<Value>

/** One upstream with its bulkheads and circuit breakers: a slow or dead one delays neither the others nor our pages (F32). */
export type SystemGuard = {
  /** May be retried when it fails. */
  read<Value>(work: Work<Value>, signal?: AbortSignal): Promise<Value>
  /** Runs at most once. */
  write<Value>(work: Work<Value>): Promise<Value>
  state(): SystemState
}

/** Every failure of the work is thrown as an UpstreamError. Reads and writes have separate queues. */
export function guardSystem(limits: GuardLimits, now: () => Date): SystemGuard {
  const circuit = createCircuitBreaker({ failureThreshold: limits.breakAfterFailures, openMs: limits.openMs, now })
  const reads = createUpstreamLimiter({
    maxConcurrent: limits.readsAtOnce,
    maxQueued: limits.readsWaiting,
    queueTimeoutMs: limits.readDeadlineMs,
  })
  const writes = createUpstreamLimiter({
    maxConcurrent: limits.writesAtOnce,
    maxQueued: limits.writesWaiting,
    queueTimeoutMs: limits.writeWaitMs,
  })
  const deadline = timeout(limits.readDeadlineMs, TimeoutStrategy.Aggressive)
  const readTime = timeout(limits.readTimeoutMs, TimeoutStrategy.Cooperative)
  const writeTime = timeout(limits.writeTimeoutMs, TimeoutStrategy.Cooperative)
  const repeated = retry(handleWhen(isTransient), {
    maxAttempts: limits.readRepeats,
    backoff: new ExponentialBackoff({ initialDelay: limits.repeatDelayMs }),
  })

  return {
    async read(work, caller) {
      let hasBegun = false
      const once = async (signal: AbortSignal) => {
        hasBegun = true
        try {
          return await work(signal)
        } catch (error) {
          // A visitor who left says nothing about the health of the system.
          throw caller?.aborted ? new UpstreamError('cancelled', { mayHaveArrived: true }) : error
        }
      }
      const tryOnce = (signal: AbortSignal) => circuit.run(() => readTime.execute((limited) => once(limited.signal), signal), JUDGE)
      try {
        return await deadline.execute(
          ({ signal: untilDeadline }) => reads.run(() => repeated.execute(() => tryOnce(untilDeadline), untilDeadline), untilDeadline),
          caller,
        )
      } catch (error) {
        const isCutShort = error instanceof TaskCancelledError || (error instanceof UpstreamError && error.why === 'cancelled')
        if (!isCutShort) throw error
        throw new UpstreamError(caller?.aborted ? 'cancelled' : 'timeout', { mayHaveArrived: hasBegun })
      }
    },
    write: (work) => writes.run(() => circuit.run(() => writeTime.execute(({ signal }) => work(signal)), JUDGE)),
    state() {
      if (circuit.state() === 'open') return 'down'
      return circuit.state() !== 'closed' || circuit.consecutiveFailures() > 1 ? 'degraded' : 'up'
    },
  }
}

function isTransient(error: unknown): boolean {
  return error instanceof UpstreamError && error.isTransient
}

/** A refusal is a response; a visitor who left, or a bug of ours, says nothing about the system's health. */
const JUDGE: ClassifyOutcome<unknown> = {
  ofError(error) {
    if (!(error instanceof UpstreamError) || error.why === 'cancelled') return 'none'
    return error.isTransient ? 'silent' : 'answered'
  },
}
