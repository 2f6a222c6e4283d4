import { setTimeout as pause } from 'node:timers/promises'
import { hiddenAddress } from '#server/limits/asker.ts'
import { SUBJECT_LIMITS } from '#server/limits/limit-table.ts'
import type { Limit } from '#server/limits/limits.ts'
import { fillText } from '#shared/fill-text.ts'
import { toGsmText } from '#shared/gsm-text.ts'
import { DEFAULT_LANGUAGE, type Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Place } from '../places.ts'
import { walkMenu, type Walked } from '../walk-menu.ts'
import { findStep, visitOf, type FoundStep, type UssdRequest } from './find-step.ts'
import { answerLate, answerOfOther } from './late-answers.ts'
import { readWords } from './read-words.ts'
import { openTurnstile } from './turnstile.ts'
import { writeAnswer, type UssdAnswer } from './ussd-answer.ts'
import type { Caller, UssdParts } from './ussd-parts.ts'
import * as store from './ussd.store.ts'
import { viewPlace } from './view-place.ts'

/** Networks end a session that is silent for some seconds; the answer leaves before, whatever it is. */
const ANSWER_MS = 1_600
const GATEWAY_BURST_SECONDS = 10
/** Each needs a connection to the database now and then: more at once would wait for one longer than a phone waits. */
const MOST_AT_ONCE = 40
const WAIT_MS = 1_000

/** `perSecond`: what one gateway may ask for. */
type Parts = UssdParts & { perSecond: number }

export type UssdSessions = { hear(request: UssdRequest): Promise<UssdAnswer> }

/** From a gateway's request to the screen that answers it: always a screen, whatever goes wrong here. */
export function openUssdSessions(parts: Parts): UssdSessions {
  const turnstile = openTurnstile({ most: MOST_AT_ONCE, waitMs: WAIT_MS })
  return {
    async hear(request) {
      if (!(await turnstile.enter())) return tellAll(parts, 'lateMenu')
      try {
        return await answer(parts, request)
      } catch (error) {
        // Nothing is said about money: what was begun goes on, and dialling again tells.
        parts.onError(error)
        return tellAll(parts, 'lateMenu')
      } finally {
        turnstile.leave()
      }
    },
  }
}

async function answer(parts: Parts, request: UssdRequest): Promise<UssdAnswer> {
  const found = await findStep(parts, request, budgetsOf(parts, request))
  if (!found) return tellAll(parts, 'problem_too-many-requests')
  if (!found.isOurs) return answerOfOther(parts, found)
  const { msisdn } = request
  let place: Place = { at: 'home' }
  const working = workStep(parts, found, { msisdn, watch: (entered) => (place = entered) })
  working.catch(() => {})
  const walked = await Promise.race([working, pause(ANSWER_MS, null, { ref: false })])
  if (walked) return { text: walked.screen.text, isEnd: walked.screen.isEnd }
  return answerLate(parts, found, { place, working, msisdn })
}

/** In the language of most: nobody was asked who this is. */
async function tellAll({ content, code }: Parts, kind: 'lateMenu' | 'problem_too-many-requests'): Promise<UssdAnswer> {
  const { texts } = await readWords(content, DEFAULT_LANGUAGE)
  return { text: toGsmText(fillText(texts[kind], { code })), isEnd: true }
}

type Working = { msisdn: MobileNumber; watch: (place: Place) => void }

async function workStep(parts: Parts, found: FoundStep, { msisdn, watch }: Working): Promise<Walked> {
  const { db, clock, secret } = parts
  const { session, step, heardHash: hash, opening, inputs } = found
  const ports = {
    view: (place: Place, language: Language) => viewPlace(parts, place, callerOf(secret, msisdn, language)),
    words: (language: Language) => readWords(parts.content, language),
    watch,
    onError: parts.onError,
  }
  const walked = await walkMenu(ports, { menu: session.menu, opening, inputs, language: session.language })
  const { menu, language, screen } = walked
  const answer = writeAnswer({ text: screen.text, isEnd: screen.isEnd })
  await store.moveSession(db, session, { step, hash, menu, language, isEnd: screen.isEnd, answer, now: clock.now() })
  return walked
}

function callerOf(secret: string, msisdn: MobileNumber, language: Language): Caller {
  const visit = visitOf(secret, msisdn)
  const address = hiddenAddress(secret, `ussd:${msisdn}`)
  // The network answers for the number, which is more than a puzzle could.
  return { msisdn, visit, asker: { address, visit: visit.id.toString('base64url').slice(0, 22), hasSolved: true }, language }
}

function budgetsOf({ perSecond }: Parts, { msisdn, gateway }: UssdRequest): Limit[] {
  return [
    { key: `ussd:${msisdn}`, ...SUBJECT_LIMITS.ussdNumber },
    { key: `ussd-gateway:${gateway}`, everySeconds: 1 / perSecond, burst: perSecond * GATEWAY_BURST_SECONDS },
  ]
}
