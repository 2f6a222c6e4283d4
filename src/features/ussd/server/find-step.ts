import { createHmac } from 'node:crypto'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Limit } from '#server/limits/limits.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { AT_HOME, type MenuState, type Step } from '../menu-engine.ts'
import { serviceOfTrail } from '../places.ts'
import { meaningOf, type Heard } from '../session-rules.ts'
import * as store from './ussd.store.ts'

/** What a gateway tells with each request. */
export type Told =
  | { kind: 'all-inputs' }
  /** The last input only; whether somebody dialled is not said, nor which requests are copies of one. */
  | { kind: 'last-input' }
  /** The last input only. `mark` is the same for copies of one message, and `isMarkOfPress` when it tells the network's own copies too. */
  | { kind: 'message'; isDialled: boolean; mark: string; isMarkOfPress: boolean }

/** What a gateway sent, read and checked. */
export type UssdRequest = { gateway: string; sessionId: string; msisdn: MobileNumber; inputs: readonly string[]; told: Told }

/** A step of a session: the names of what was sent and of what was typed. `isOurs` is false when its answer is, or will be, somebody else's work. */
export type FoundStep = {
  session: store.StoredSession
  step: number
  heardHash: Buffer
  inputs: readonly string[]
  isOurs: boolean
  opening: Step
}

/** Nothing that is worked for a step takes longer; after that its maker is dead. */
const LEASE_MS = 10_000

type Parts = { db: Database; clock: Clock; secret: string }

/** Finds the session that a request belongs to, or opens one, and claims its step. Null where a limit is used up. */
export async function findStep(parts: Parts, request: UssdRequest, limits: readonly Limit[]): Promise<FoundStep | null> {
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
    // Somebody opened it in the same moment: it is known now.
    if (!opened) return findStep(parts, request, limits)
    // An answer to a screen that nobody remembers answers nothing.
    const typed = told.kind === 'message' && !told.isDialled ? [] : inputs
    return { session: opened.session, step, heardHash, inputs: typed, isOurs: true, opening: openingFor(typed, opened.left) }
  }
  const { step } = meaning
  const { session, isOurs } = await store.claimStep(db, { id: meaning.session.id, step, hash: stepHash, now, leaseMs: LEASE_MS })
  // A repeated step that nobody finished is worked again from where the session stands.
  const from = meaning.kind === 'repeat' ? meaning.session.step : meaning.from
  return { session, step, heardHash, inputs: told.kind === 'all-inputs' ? inputs.slice(from) : inputs, isOurs, opening: AT_HOME }
}

/** The line's own visit: no cookie opens it, and dialling again makes no other one. */
export function visitOf(secret: string, msisdn: MobileNumber): Visit {
  return { id: createHmac('sha256', secret).update(`ussd-visit|${msisdn}`).digest(), draft: {} }
}

function hashOf(secret: string, { gateway, sessionId, msisdn, inputs }: UssdRequest, count: number): Buffer {
  const name = [gateway, sessionId, msisdn, count, ...inputs.slice(0, count)].join('\n')
  return createHmac('sha256', secret).update(`ussd-inputs|${name}`).digest()
}

/** `stepHash` finds a step again, `heardHash` tells whether the same was pressed. */
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

/** A session that was cut off a moment ago is offered again to whoever dials the plain code. */
function openingFor(inputs: readonly string[], left: MenuState | null): Step {
  const canResume = inputs.length === 0 && left !== null && serviceOfTrail(left.trail) !== null
  return canResume ? { trail: [{ at: 'resume', trail: left.trail }], page: 0, note: null } : AT_HOME
}
