/** What a gateway's request means for the sessions we know under its id. Pure: hashes in, a decision out. */

/** A session that nobody answered for so long is over, and its id may be another's. */
export const SESSION_MS = 5 * 60_000
/**
 * A gateway that heard no answer sends again within seconds, and one that lost its memory sends a whole session again. For so long after an end the
 * same inputs under the same id get the same answers; whoever means to pay the same again dials again, which is another id.
 */
const REPEATS_MS = 10 * 60_000
/** No phone dials again sooner: an empty text before that is the first request, sent again or late. */
const REDIAL_MS = 10_000
/** Of gateways that send the last input only: the same within so short a time is the same press, and after the end, where nothing waits for an answer, within a longer one. */
const SAME_PRESS_MS = 2_000
const SAME_LAST_PRESS_MS = 60_000

export type KnownSession = {
  id: number
  step: number
  heardHash: Buffer
  heardAt: Date
  endedAt: Date | null
  /** Of the step that is asked for, where there was one. */
  stepHash: Buffer | null
  /** Which it is, where it was looked for by its hash. */
  foundStep: number | null
}

/**
 * `hashes[n]` names the first n inputs. Where a gateway sends the last input only, what came before is not known: `hash` names that one input, null
 * when somebody dialled, and `stepHash` the message itself, where it has a name.
 */
export type Heard = { kind: 'all'; hashes: readonly Buffer[] } | { kind: 'last'; hash: Buffer | null; stepHash: Buffer | null }

export type Meaning =
  | { kind: 'fresh' }
  | { kind: 'repeat'; session: KnownSession; step: number }
  /** `from`: how many of the inputs were worked before. */
  | { kind: 'next'; session: KnownSession; from: number; step: number }

/** `sessions`: those of this gateway, id and number, the newest first. */
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
  return isSame(newest.heardHash, hashes[newest.step]) ? { kind: 'next', session: newest, from: newest.step, step } : { kind: 'fresh' }
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
  return { kind: 'next', session: newest, from: newest.step, step: newest.step + 1 }
}

function isSame(one: Buffer | null, other: Buffer | undefined): boolean {
  return one !== null && other !== undefined && one.equals(other)
}
