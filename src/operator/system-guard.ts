import {
  BrokenCircuitError,
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel'
import { ExchangeTrouble } from './exchange.ts'

export type GuardLimits = {
  readTimeoutMs: number
  /** A read with its repeats and its waiting in line never takes longer than this. */
  readDeadlineMs: number
  readRepeats: number
  repeatDelayMs: number
  writeTimeoutMs: number
  /** So many failures in a row, and the system is left alone for a while. */
  breakAfterFailures: number
  restMs: number
  readsAtOnce: number
  readsWaiting: number
  writesAtOnce: number
  writesWaiting: number
}

export const USUAL_LIMITS: GuardLimits = {
  readTimeoutMs: 4_000,
  readDeadlineMs: 10_000,
  readRepeats: 2,
  repeatDelayMs: 100,
  writeTimeoutMs: 15_000,
  breakAfterFailures: 8,
  restMs: 10_000,
  readsAtOnce: 32,
  readsWaiting: 32,
  writesAtOnce: 16,
  writesWaiting: 64,
}

export type SystemState = 'up' | 'degraded' | 'down'
type Work<Value> = (signal: AbortSignal) => Promise<Value>

/** One system of the outside world, fenced in: a slow or dead one holds up neither the others nor our pages (F32). */
export type SystemGuard = {
  /** May be asked again when it fails. */
  read<Value>(work: Work<Value>, signal?: AbortSignal): Promise<Value>
  /** Is done once, or not at all. */
  write<Value>(work: Work<Value>): Promise<Value>
  state(): SystemState
}

/** Whatever keeps the work from being done is thrown as an ExchangeTrouble. Reads and writes wait in lines of their own. */
export function guardSystem(limits: GuardLimits): SystemGuard {
  const failures = handleWhen((error) => error instanceof ExchangeTrouble && error.isPassing)
  const breaker = circuitBreaker(failures, { halfOpenAfter: limits.restMs, breaker: new ConsecutiveBreaker(limits.breakAfterFailures) })
  let failuresInARow = 0
  breaker.onFailure(({ handled }) => void (handled && failuresInARow++))
  breaker.onSuccess(() => void (failuresInARow = 0))

  const reads = wrap(
    timeout(limits.readDeadlineMs, TimeoutStrategy.Aggressive),
    bulkhead(limits.readsAtOnce, limits.readsWaiting),
    retry(failures, { maxAttempts: limits.readRepeats, backoff: new ExponentialBackoff({ initialDelay: limits.repeatDelayMs }) }),
    breaker,
    timeout(limits.readTimeoutMs, TimeoutStrategy.Cooperative),
  )
  const writes = wrap(
    bulkhead(limits.writesAtOnce, limits.writesWaiting),
    breaker,
    timeout(limits.writeTimeoutMs, TimeoutStrategy.Cooperative),
  )

  return {
    async read(work, caller) {
      try {
        return await reads.execute(async ({ signal }) => {
          try {
            return await work(signal)
          } catch (error) {
            // A visitor who left says nothing about the health of the system.
            throw caller?.aborted ? new ExchangeTrouble('cancelled', { mayHaveActed: true }) : error
          }
        }, caller)
      } catch (error) {
        throw readTrouble(error, caller)
      }
    },
    async write(work) {
      try {
        return await writes.execute(({ signal }) => work(signal))
      } catch (error) {
        throw turnedAway(error) ?? error
      }
    },
    state() {
      if (breaker.state === CircuitState.Open) return 'down'
      return breaker.state === CircuitState.HalfOpen || failuresInARow > 1 ? 'degraded' : 'up'
    },
  }
}

function readTrouble(error: unknown, caller: AbortSignal | undefined): unknown {
  if (error instanceof TaskCancelledError) return new ExchangeTrouble(caller?.aborted ? 'cancelled' : 'timeout', { mayHaveActed: true })
  return turnedAway(error) ?? error
}

/** The guard itself said no: nothing was sent. */
function turnedAway(error: unknown): ExchangeTrouble | null {
  if (error instanceof BrokenCircuitError) return new ExchangeTrouble('breaker-open', { mayHaveActed: false })
  if (error instanceof BulkheadRejectedError) return new ExchangeTrouble('busy', { mayHaveActed: false })
  return null
}
