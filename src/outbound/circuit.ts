import { startStopwatch, type Stopwatch } from '#shared/stopwatch.ts'
import { OutboundTrouble } from './outbound-trouble.ts'

export type CircuitLimits = {
  /** So many silences in a row, and the system is left alone for a while. */
  breakAfter: number
  restMs: number
}

/** `resting`: left alone. `waking`: the next caller may try. `tried`: one caller is trying, and nobody else until it is known how that went. */
export const CIRCUIT_STATES = ['closed', 'resting', 'waking', 'tried'] as const
export type CircuitState = (typeof CIRCUIT_STATES)[number]

export type Verdict = 'answered' | 'silent' | 'none'

export type Circuit = {
  state(): CircuitState
  /** Whether nobody would be let through at this moment. */
  isShut(): boolean
  silencesInARow(): number
  run<Value>(work: () => Promise<Value>, judge: Judge<Value>): Promise<Value>
}

/** What an outcome says about the health of the system. */
export type Judge<Value> = { ofValue?: (value: Value) => Verdict; ofError: (error: unknown) => Verdict }

export function openCircuit({ breakAfter, restMs, now }: CircuitLimits & { now: () => Date }): Circuit {
  let silences = 0
  let rest: Stopwatch | null = null
  let isTried = false

  function state(): CircuitState {
    if (!rest) return 'closed'
    if (isTried) return 'tried'
    return rest.hasPassed(restMs) ? 'waking' : 'resting'
  }

  function learn(verdict: Verdict): void {
    if (verdict === 'answered') {
      silences = 0
      rest = null
    }
    if (verdict === 'silent') {
      silences += 1
      if (silences >= breakAfter) rest = startStopwatch(now)
    }
  }

  const isShut = () => state() === 'resting' || state() === 'tried'

  return {
    state,
    isShut,
    silencesInARow: () => silences,
    async run(work, { ofValue = () => 'answered', ofError }) {
      if (isShut()) throw new OutboundTrouble('breaker-open', { mayHaveArrived: false })
      const isTrial = state() === 'waking'
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
