import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { keepVisit } from '#features/visit/server/visit.store.ts'
import { hiddenAddress } from '#server/limits/asker.ts'
import { SUBJECT_LIMITS } from '#server/limits/limit-table.ts'
import { takeLimits } from '#server/limits/limits.ts'
import { fillText } from '#shared/fill-text.ts'
import { cutGsmText, SEPTETS_OF_ONE_SMS, toGsmText } from '#shared/gsm-text.ts'
import { DEFAULT_LANGUAGE, type Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { AT_HOME, type MenuState, type Step } from '../menu-engine.ts'
import { serviceOfTrail, type Place } from '../places.ts'
import { meaningOf, type Heard } from '../session-rules.ts'
import { readWords } from './read-words.ts'
import type { Caller, UssdParts } from './ussd-parts.ts'
import * as store from './ussd.store.ts'
import { walkMenu, type Walked } from './walk-menu.ts'

/** What a gateway sent, read and checked. `inputs`: all so far, or the last one only where the gateway tells no more. */
export type UssdRequest = {
  gateway: string
  sessionId: string
  msisdn: MobileNumber
  inputs: readonly string[]
  isWhole: boolean
}

export type UssdAnswer = { text: string; isEnd: boolean }

/** Networks end a session that is silent for some seconds; the answer leaves before, whatever it is. */
const ANSWER_MS = 1_600
/** Whoever waits for another's answer waits for its late one too. */
const OTHERS_MS = 1_850
/** Nothing that is worked for a step takes longer; after that its maker is dead. */
const LEASE_MS = 10_000
const LOOK_MS = 100
const VISIT_MS = 7 * 24 * 3_600_000
const SMS_MINUTES = 60
const GATEWAY_BURST_SECONDS = 10

export type UssdSessions = { hear(request: UssdRequest): Promise<UssdAnswer> }

type Found = { id: number; step: number; hash: Buffer; inputs: readonly string[]; isOurs: boolean; opening: Step }

export function openUssdSessions(parts: UssdParts & { perSecond: number }): UssdSessions {
  const { db, clock, secret } = parts

  function hashOf(request: UssdRequest, count: number): Buffer {
    const name = [request.gateway, request.sessionId, request.msisdn, count, ...request.inputs.slice(0, count)].join('\n')
    return createHmac('sha256', secret).update(`ussd-inputs|${name}`).digest()
  }

  function heardIn(request: UssdRequest): Heard {
    if (request.isWhole)
      return { kind: 'all', hashes: Array.from({ length: request.inputs.length + 1 }, (_none, count) => hashOf(request, count)) }
    return { kind: 'last', hash: request.inputs.length > 0 ? hashOf(request, 1) : null }
  }

  /** Finds the session and claims its step. `isOurs` is false when the answer is, or will be, somebody else's work. */
  async function find(request: UssdRequest): Promise<Found> {
    const { gateway, sessionId: gatewaySession, msisdn, inputs } = request
    const now = clock.now()
    const key = { gateway, gatewaySession, msisdn }
    const sessions = await store.findSessions(db, key, inputs.length)
    const meaning = meaningOf(sessions, heardIn(request), now)
    const hash = hashOf(request, inputs.length)
    if (meaning.kind === 'fresh') {
      const last = await store.lastOf(db, msisdn, now)
      const opened = {
        ...key,
        turn: (sessions[0]?.turn ?? 0) + 1,
        language: last.language ?? DEFAULT_LANGUAGE,
        hash: hashOf(request, 0),
        now,
      }
      const id = await store.openSession(db, opened)
      // Somebody opened it in the same moment: it is known now.
      if (id === null) return find(request)
      await keepVisit(db, visitOf(msisdn), { now, expiresAt: new Date(now.getTime() + VISIT_MS) })
      const step = request.isWhole ? inputs.length : 0
      const isOurs = await store.claimStep(db, { id, step, hash, now, leaseMs: LEASE_MS })
      return { id, step, hash, inputs, isOurs, opening: openingFor(inputs, last.menu) }
    }
    const { session, step } = meaning
    const isOurs = await store.claimStep(db, { id: session.id, step, hash, now, leaseMs: LEASE_MS })
    const fresh = meaning.kind === 'repeat' ? [] : request.isWhole ? inputs.slice(meaning.from) : inputs
    // A repeated step that nobody finished is worked again from where the session stands.
    return {
      id: session.id,
      step,
      hash,
      inputs: meaning.kind === 'repeat' && isOurs ? inputs.slice(session.step) : fresh,
      isOurs,
      opening: AT_HOME,
    }
  }

  /** The line's own visit: no cookie opens it, and dialling again makes no other one. */
  const visitOf = (msisdn: MobileNumber) => ({ id: createHmac('sha256', secret).update(`ussd-visit|${msisdn}`).digest(), draft: {} })

  function callerOf(msisdn: MobileNumber, language: Language): Caller {
    const visit = visitOf(msisdn)
    // The network answers for the number, which is more than a puzzle could.
    const asker = { address: hiddenAddress(secret, `ussd:${msisdn}`), visit: visit.id.toString('base64url').slice(0, 22), hasSolved: true }
    return { msisdn, visit, asker, language }
  }

  async function work(found: Found, request: UssdRequest, watch: (place: Place) => void): Promise<Walked> {
    const session = await store.readSession(db, found.id)
    const caller = callerOf(request.msisdn, session.language)
    const walked = await walkMenu(parts, { menu: session.menu, opening: found.opening, inputs: found.inputs }, caller, watch)
    const { menu, language, screen } = walked
    const moved = {
      step: found.step,
      hash: found.hash,
      menu,
      language,
      isEnd: screen.isEnd,
      answer: written({ text: screen.text, isEnd: screen.isEnd }),
    }
    await store.moveSession(db, session, { ...moved, now: clock.now() })
    return walked
  }

  /** Two seconds are over: what was under way goes on, and the caller is told how to learn of it. */
  async function answerLate(found: Found, request: UssdRequest, place: Place, working: Promise<Walked>): Promise<UssdAnswer> {
    const { language } = await store.readSession(db, found.id)
    const { texts } = await readWords(parts.content, language)
    const kind = lateKind(place)
    const answer = { text: toGsmText(fillText(texts[kind], { code: parts.code })), isEnd: true }
    await store.keepAnswer(db, found.id, found.step, written(answer))
    void working
      .then(async ({ screen, menu }) => {
        if (kind === 'lateMenu') return
        // A payment that was asked for has told its caller by SMS itself; one that could not be is told here.
        if (kind === 'latePayment' && (screen.isEnd || menu.choices.length > 0)) return
        const text = cutGsmText(toGsmText(screen.text.split('\n').slice(0, -1).join('\n') || screen.text), SEPTETS_OF_ONE_SMS)
        await parts.sms.send({ reference: `ussd-${found.id}-${found.step}`, to: request.msisdn, text, validForMinutes: SMS_MINUTES })
      })
      .catch(parts.onError)
    return answer
  }

  /** Somebody else works this very step, or did: its answer is the answer. */
  async function answerOfOther({ id, step }: Found): Promise<UssdAnswer> {
    for (let waitedMs = 0; waitedMs < OTHERS_MS; waitedMs += LOOK_MS) {
      const answer = await store.readAnswer(db, id, step)
      if (answer !== null) return read(answer)
      await pause(LOOK_MS)
    }
    const { language } = await store.readSession(db, id)
    const { texts } = await readWords(parts.content, language)
    return { text: toGsmText(fillText(texts.lateMenu, { code: parts.code })), isEnd: true }
  }

  async function isBeyondBudget({ msisdn, gateway }: UssdRequest): Promise<boolean> {
    const every = { everySeconds: 1 / parts.perSecond, burst: parts.perSecond * GATEWAY_BURST_SECONDS }
    const full = await takeLimits(db, [
      { key: `ussd:${msisdn}`, ...SUBJECT_LIMITS.ussdNumber },
      { key: `ussd-gateway:${gateway}`, ...every },
    ])
    return full !== null
  }

  return {
    async hear(request) {
      if (await isBeyondBudget(request)) {
        const { texts } = await readWords(parts.content, DEFAULT_LANGUAGE)
        return { text: toGsmText(texts['problem_too-many-requests']), isEnd: true }
      }
      const found = await find(request)
      if (!found.isOurs) return answerOfOther(found)
      let place: Place = { at: 'home' }
      const working = work(found, request, (entered) => (place = entered))
      working.catch(() => {})
      const walked = await Promise.race([working, pause(ANSWER_MS, null, { ref: false })])
      if (walked) return { text: walked.screen.text, isEnd: walked.screen.isEnd }
      return answerLate(found, request, place, working)
    },
  }
}

/** A session that was cut off a moment ago is offered again to whoever dials the plain code. */
function openingFor(inputs: readonly string[], left: MenuState | null): Step {
  const canResume = inputs.length === 0 && left !== null && left.trail.length > 1 && serviceOfTrail(left.trail) !== null
  return canResume ? { trail: [{ at: 'resume', trail: left.trail }], page: 0, note: null } : AT_HOME
}

function lateKind({ at }: Place): 'latePayment' | 'lateAnswer' | 'lateMenu' {
  if (at === 'pay') return 'latePayment'
  return at === 'balance' || at === 'payment' ? 'lateAnswer' : 'lateMenu'
}

function written({ text, isEnd }: UssdAnswer): string {
  return `${isEnd ? 'END' : 'CON'} ${text}`
}

function read(answer: string): UssdAnswer {
  return { text: answer.slice(4), isEnd: answer.startsWith('END') }
}
