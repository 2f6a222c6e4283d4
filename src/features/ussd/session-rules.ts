/** Decides what a gateway's request means for the known sessions under its id. Pure: hashes in, a decision out. */

/** A session is over after this time without input; then its id may belong to a new session. */
export const SESSION_MS = 5 * 60_000
/**
 * A gateway without an answer resends within seconds, and a restarted one resends a whole session. For this time after an end, the same
 * inputs under the same id get the same answers. A deliberate second payment dials again, which has another id.
 */
const REPEATS_MS = 10 * 60_000
/** No phone dials again sooner. An earlier empty text is a copy of the first request, or a delayed one. */
const REDIAL_MS = 10_000
/**
 * For gateways that send the last input only: an equal input within this time is the same press. After the end no screen accepts input, so
 * the time is longer.
 */
const SAME_PRESS_MS = 2_000
const SAME_LAST_PRESS_MS = 60_000

export type KnownSession = {
  id: number
  step: number
  heardHash: Buffer
  heardAt: Date
  endedAt: Date | null
  /** The stored hash of the requested step, if there is one. */
  stepHash: Buffer | null
  /** The number of the requested step, when it was found by its hash. */
  foundStep: number | null
}

/**
 * `hashes[n]` is the hash of the first n inputs. A gateway that sends the last input only reports no earlier inputs: `hash` covers that
 * input, null when the code was dialled; `stepHash` covers the message, null without a message id.
 */
export type Heard = { kind: 'all'; hashes: readonly Buffer[] } | { kind: 'last'; hash: Buffer | null; stepHash: Buffer | null }

export type Meaning =
  | { kind: 'fresh' }
  | { kind: 'repeat'; session: KnownSession; step: number }
  /** `from`: the number of inputs already processed. `isReplay`: an earlier session under the same id ended with the same inputs. */
  | { kind: 'next'; session: KnownSession; from: number; step: number; isReplay: boolean }

/** `sessions`: those of this gateway, id and number, newest first. */
export function meaningOf(sessions: readonly KnownSession[], heard: Heard, now: Date): Meaning {
  return heard.kind === 'all' ? meaningOfAll(sessions, heard.hashes, now) : meaningOfLast(sessions[0], heard, now)
}

function meaningOfAll(sessions: readonly KnownSession[], hashes: readonly Buffer[], now: Date): Meaning {
  const step = hashes.length - 1
  const since = (date: Date) => now.getTime() - date.getTime()
  const ended = sessions.find(({ endedAt, stepHash }) => endedAt && since(endedAt) < REPEATS_MS && isSame(stepHash, hashes[step]))
  if (ended && step > 0) return { kind: 'repeat', session: ended, step }
  const [newest] = sessions
  if (!newest || newest.endedAt || since(newest.heardAt) > SESSION_MS) return { kind: 'fresh' }
  if (step <= newest.step) {
    const isRedialled = step === 0 && newest.step > 0 && since(newest.heardAt) >= REDIAL_MS
    return !isRedialled && isSame(newest.stepHash, hashes[step]) ? { kind: 'repeat', session: newest, step } : { kind: 'fresh' }
  }
  if (!isSame(newest.heardHash, hashes[newest.step])) return { kind: 'fresh' }
  // Sent again by a gateway that lost its memory: the press was made on a screen of the earlier session.
  const isReplay = sessions.slice(1).some(({ heardAt, stepHash }) => since(heardAt) < REPEATS_MS && isSame(stepHash, hashes[step]))
  return { kind: 'next', session: newest, from: newest.step, step, isReplay }
}

function meaningOfLast(newest: KnownSession | undefined, { hash, stepHash }: Heard & { kind: 'last' }, now: Date): Meaning {
  if (!newest) return { kind: 'fresh' }
  const idleMs = now.getTime() - newest.heardAt.getTime()
  if (newest.foundStep !== null && idleMs < REPEATS_MS && isSame(newest.stepHash, stepHash ?? undefined))
    return { kind: 'repeat', session: newest, step: newest.foundStep }
  if (hash === null) return { kind: 'fresh' }
  if (isSame(newest.heardHash, hash) && idleMs < (newest.endedAt ? SAME_LAST_PRESS_MS : SAME_PRESS_MS))
    return { kind: 'repeat', session: newest, step: newest.step }
  if (newest.endedAt || idleMs > SESSION_MS) return { kind: 'fresh' }
  return { kind: 'next', session: newest, from: newest.step, step: newest.step + 1, isReplay: false }
}

function isSame(one: Buffer | null, other: Buffer | undefined): boolean {
  return one !== null && other !== undefined && one.equals(other)
}
