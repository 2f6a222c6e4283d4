import { startStopwatch, type Stopwatch } from '#shared/stopwatch.ts'
import { UpstreamError } from './upstream-error.ts'

export type CircuitLimits = {
  /** The number of consecutive failures after which the circuit opens. */
  failureThreshold: number
  openMs: number
  /** The open time when the last failure was a complete but unusable response: such a system often recovers in seconds. */
  refusedOpenMs?: number
}

/** `open`: calls are rejected. `half-open`: the next call is let through. `probing`: it is under way, and all others are rejected. */
export const CIRCUIT_STATES = ['closed', 'open', 'half-open', 'probing'] as const
export type CircuitState = (typeof CIRCUIT_STATES)[number]

export type HealthSignal = 'answered' | 'silent' | 'refused' | 'none'

export type CircuitBreaker = {
  state(): CircuitState
  /** Whether every call would be rejected at this moment. */
  isBlocking(): boolean
  consecutiveFailures(): number
  run<Value>(work: () => Promise<Value>, judge: ClassifyOutcome<Value>): Promise<Value>
}

/** What an outcome says about the health of the system. */
export type ClassifyOutcome<Value> = { ofValue?: (value: Value) => HealthSignal; ofError: (error: unknown) => HealthSignal }

export function createCircuitBreaker({
  failureThreshold,
  openMs,
  refusedOpenMs = openMs,
  now,
}: CircuitLimits & { now: () => Date }): CircuitBreaker {
  let silences = 0
  let rest: Stopwatch | null = null
  let isTried = false
  let restFor = openMs

  function state(): CircuitState {
    if (!rest) return 'closed'
    if (isTried) return 'probing'
    return rest.hasPassed(restFor) ? 'half-open' : 'open'
  }

  function learn(verdict: HealthSignal): void {
    if (verdict === 'answered') {
      silences = 0
      rest = null
    }
    if (verdict === 'silent' || verdict === 'refused') {
      silences += 1
      restFor = verdict === 'refused' ? refusedOpenMs : openMs
      if (silences >= failureThreshold) rest = startStopwatch(now)
    }
  }

  const isBlocking = () => state() === 'open' || state() === 'probing'

  return {
    state,
    isBlocking,
    consecutiveFailures: () => silences,
    async run(work, { ofValue = () => 'answered', ofError }) {
      if (isBlocking()) throw new UpstreamError('breaker-open', { mayHaveArrived: false })
      const isTrial = state() === 'half-open'
      if (isTrial) isTried = true
      try {
        const value = await work()
        learn(ofValue(value))
        return value
      } catch (error) {
        learn(ofError(error))
        throw error
      } finally {
        if (isTrial) isTried = false
      }
    },
  }
}
