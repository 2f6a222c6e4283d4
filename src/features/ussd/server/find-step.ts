import { createHmac } from 'node:crypto'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Limit } from '#server/limits/limits.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { AT_HOME, type MenuState, type Step } from '../menu-engine.ts'
import { isBegun } from '../places.ts'
import { meaningOf, type Heard } from '../session-rules.ts'
import * as store from './ussd.store.ts'

/** What a gateway reports with each request. */
export type Told =
  | { kind: 'all-inputs' }
  /** The last input only. The gateway reports neither whether the caller dialled nor which requests are copies. */
  | { kind: 'last-input' }
  /** The last input only. Copies of one message share `mark`; `isMarkOfPress` is true when the network's own copies share it too. */
  | { kind: 'message'; isDialled: boolean; mark: string; isMarkOfPress: boolean }

/** A parsed and validated request of a gateway. */
export type UssdRequest = { gateway: string; sessionId: string; msisdn: MobileNumber; inputs: readonly string[]; told: Told }

/**
 * A step of a session, with the hashes of the message and of the inputs. `isOurs` is false when another request works or has answered this
 * step.
 */
export type FoundStep = {
  session: store.StoredSession
  step: number
  heardHash: Buffer
  inputs: readonly string[]
  isOurs: boolean
  isReplay: boolean
  opening: Step
}

/** Longer than any step takes, so an older claim belongs to a crashed worker. */
const LEASE_MS = 10_000

type Deps = { db: Database; clock: Clock; secret: string }

/** Finds or opens the session of a request and claims its step. Null when a rate limit is used up. */
export async function findStep(parts: Deps, request: UssdRequest, limits: readonly Limit[]): Promise<FoundStep | null> {
  const { db, clock, secret } = parts
  const { gateway, sessionId: gatewaySession, msisdn, inputs, told } = request
  const now = clock.now()
  const key = { gateway, gatewaySession, msisdn }
  const { stepHash, heardHash } = namesOf(secret, request)
  const asked = told.kind === 'message' ? { hash: stepHash } : { step: inputs.length }
  const sessions = await store.findSessions(db, key, { asked, limits })
  if (!sessions) return null
  const meaning = meaningOf(sessions, heardIn(secret, request), now)
  if (meaning.kind === 'fresh') {
    const step = told.kind === 'all-inputs' ? inputs.length : 0
    const turn = (sessions[0]?.turn ?? 0) + 1
    const opened = await store.openSession(db, { ...key, turn, hash: hashOf(secret, request, 0), now, step, stepHash })
    // A parallel request opened the session, so this one can find it now.
    if (!opened) return findStep(parts, request, limits)
    // An answer to an unknown screen is ignored.
    const typed = told.kind === 'message' && !told.isDialled ? [] : inputs
    return {
      session: opened.session,
      step,
      heardHash,
      inputs: typed,
      isOurs: true,
      isReplay: false,
      opening: openingFor(typed, opened.left),
    }
  }
  const { step } = meaning
  const { session, isOurs } = await store.claimStep(db, { id: meaning.session.id, step, hash: stepHash, now, leaseMs: LEASE_MS })
  // A repeated step without an answer is worked again from the session's current step.
  const from = meaning.kind === 'repeat' ? meaning.session.step : meaning.from
  const isReplay = meaning.kind === 'next' && meaning.isReplay
  return { session, step, heardHash, inputs: told.kind === 'all-inputs' ? inputs.slice(from) : inputs, isOurs, isReplay, opening: AT_HOME }
}

/** The visit of the line. It has no cookie, and dialling again reuses it. */
export function visitOf(secret: string, msisdn: MobileNumber): Visit {
  return { id: createHmac('sha256', secret).update(`ussd-visit|${msisdn}`).digest(), draft: {} }
}

function hashOf(secret: string, { gateway, sessionId, msisdn, inputs }: UssdRequest, count: number): Buffer {
  const name = [gateway, sessionId, msisdn, count, ...inputs.slice(0, count)].join('\n')
  return createHmac('sha256', secret).update(`ussd-inputs|${name}`).digest()
}

/** `stepHash` identifies a step, `heardHash` identifies what was pressed. */
function namesOf(secret: string, request: UssdRequest): { stepHash: Buffer; heardHash: Buffer } {
  const { told, inputs } = request
  const heardHash = hashOf(secret, request, inputs.length)
  if (told.kind !== 'message') return { stepHash: heardHash, heardHash }
  const stepHash = createHmac('sha256', secret).update(heardHash).update(told.mark).digest()
  return { stepHash, heardHash: told.isMarkOfPress ? stepHash : heardHash }
}

function heardIn(secret: string, request: UssdRequest): Heard {
  const { inputs, told } = request
  if (told.kind === 'all-inputs')
    return { kind: 'all', hashes: Array.from({ length: inputs.length + 1 }, (_none, count) => hashOf(secret, request, count)) }
  const { heardHash, stepHash } = namesOf(secret, request)
  if (told.kind === 'last-input') return { kind: 'last', hash: inputs.length > 0 ? heardHash : null, stepHash: null }
  return { kind: 'last', hash: told.isDialled ? null : heardHash, stepHash }
}

/** Dialling the plain code offers to resume a session that was cut a moment ago. */
function openingFor(inputs: readonly string[], left: MenuState | null): Step {
  const canResume = inputs.length === 0 && left !== null && isBegun(left.trail)
  return canResume ? { trail: [{ at: 'resume', trail: left.trail }], page: 0, note: null } : AT_HOME
}
