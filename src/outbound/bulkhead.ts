import { createConcurrencyLimiter, NotStarted, type ConcurrencyLimiter, type ConcurrencyLimits } from '#shared/concurrency-limiter.ts'
import { type CircuitLimits, type CircuitState, type ClassifyOutcome, createCircuitBreaker } from './circuit-breaker.ts'
import { UpstreamError } from './upstream-error.ts'
import { countAsUpstreamWait } from './upstream-wait.ts'

export type BulkheadLimits = ConcurrencyLimits & CircuitLimits

/** Limits one kind of calls to one upstream: however slow it is, it delays no other calls (F32, F60). */
export type Bulkhead = {
  /** A rejected call fails at once with an UpstreamError, `busy` or `breaker-open`, and sends nothing. */
  run<Value>(work: () => Promise<Value>, judge: ClassifyOutcome<Value>): Promise<Value>
  circuit(): CircuitState
  /** The state that a new call would find. */
  availability(): 'accepting' | 'full' | 'circuit-open'
}

export function createBulkhead({ now, ...limits }: BulkheadLimits & { now: () => Date }): Bulkhead {
  const limiter = createUpstreamLimiter(limits)
  const circuit = createCircuitBreaker({ ...limits, now })
  return {
    async run(work, judge) {
      // Without waiting in the queue first.
      if (circuit.isBlocking()) throw new UpstreamError('breaker-open', { mayHaveArrived: false })
      return limiter.run(() => circuit.run(work, judge))
    },
    circuit: () => circuit.state(),
    availability() {
      if (circuit.isBlocking()) return 'circuit-open'
      return limiter.isFull() ? 'full' : 'accepting'
    },
  }
}

/** Requests that wait in it take no place of pages (F60); calls it rejects were not sent. */
export function createUpstreamLimiter(limits: ConcurrencyLimits): ConcurrencyLimiter {
  const limiter = createConcurrencyLimiter(limits)
  return {
    isFull: limiter.isFull,
    run: (work, signal) =>
      countAsUpstreamWait(() => limiter.run(work, signal)).catch((error: unknown) => {
        throw error instanceof NotStarted ? new UpstreamError(error.why, { mayHaveArrived: false }) : error
      }),
  }
}
