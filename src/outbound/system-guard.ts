import { ExponentialBackoff, handleWhen, retry, TaskCancelledError, timeout, TimeoutStrategy } from 'cockatiel'
import { openCircuit, type Judge } from './circuit.ts'
import { OutboundTrouble } from './outbound-trouble.ts'
import { openPlaces } from './places.ts'

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
  writeWaitMs: number
}

export const SYSTEM_STATES = ['up', 'degraded', 'down'] as const
export type SystemState = (typeof SYSTEM_STATES)[number]
type Work<Value> = (signal: AbortSignal) => Promise<Value>

/** One system of the outside world, fenced in: a slow or dead one holds up neither the others nor our pages (F32). */
export type SystemGuard = {
  /** May be asked again when it fails. */
  read<Value>(work: Work<Value>, signal?: AbortSignal): Promise<Value>
  /** Is done once, or not at all. */
  write<Value>(work: Work<Value>): Promise<Value>
  state(): SystemState
}

/** Whatever keeps the work from being done is thrown as an OutboundTrouble. Reads and writes wait in lines of their own. */
export function guardSystem(limits: GuardLimits, now: () => Date): SystemGuard {
  const circuit = openCircuit({ breakAfter: limits.breakAfterFailures, restMs: limits.restMs, now })
  const reads = openPlaces({ atOnce: limits.readsAtOnce, waiting: limits.readsWaiting, waitMs: limits.readDeadlineMs })
  const writes = openPlaces({ atOnce: limits.writesAtOnce, waiting: limits.writesWaiting, waitMs: limits.writeWaitMs })
  const deadline = timeout(limits.readDeadlineMs, TimeoutStrategy.Aggressive)
  const readTime = timeout(limits.readTimeoutMs, TimeoutStrategy.Cooperative)
  const writeTime = timeout(limits.writeTimeoutMs, TimeoutStrategy.Cooperative)
  const repeated = retry(handleWhen(isPassing), {
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
          throw caller?.aborted ? new OutboundTrouble('cancelled', { mayHaveArrived: true }) : error
        }
      }
      const tryOnce = (signal: AbortSignal) => circuit.run(() => readTime.execute((limited) => once(limited.signal), signal), JUDGE)
      try {
        return await deadline.execute(
          ({ signal: untilDeadline }) => reads.take(() => repeated.execute(() => tryOnce(untilDeadline), untilDeadline), untilDeadline),
          caller,
        )
      } catch (error) {
        const isCutShort = error instanceof TaskCancelledError || (error instanceof OutboundTrouble && error.why === 'cancelled')
        if (!isCutShort) throw error
        throw new OutboundTrouble(caller?.aborted ? 'cancelled' : 'timeout', { mayHaveArrived: hasBegun })
      }
    },
    write: (work) => writes.take(() => circuit.run(() => writeTime.execute(({ signal }) => work(signal)), JUDGE)),
    state() {
      if (circuit.state() === 'resting') return 'down'
      return circuit.state() !== 'closed' || circuit.silencesInARow() > 1 ? 'degraded' : 'up'
    },
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof OutboundTrouble && error.isPassing
}

/** A refusal is an answer; a visitor who left, or a mistake of ours, tells nothing. */
const JUDGE: Judge<unknown> = {
  ofError(error) {
    if (!(error instanceof OutboundTrouble) || error.why === 'cancelled') return 'none'
    return error.isPassing ? 'silent' : 'answered'
  },
}
