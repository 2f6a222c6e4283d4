import { setTimeout as pause } from 'node:timers/promises'
import { hashIp } from '#server/limits/caller.ts'
import { SUBJECT_LIMITS } from '#server/limits/rate-limits.ts'
import type { Limit } from '#server/limits/limits.ts'
import { createConcurrencyLimiter, NotStarted } from '#shared/concurrency-limiter.ts'
import { fillText } from '#shared/fill-text.ts'
import { toGsmText } from '#shared/gsm-text.ts'
import { DEFAULT_LANGUAGE, type Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Place } from '../places.ts'
import { walkMenu, type Walked } from '../walk-menu.ts'
import { findStep, visitOf, type FoundStep, type UssdRequest } from './find-step.ts'
import { replyAfterTimeout, answerOfOther } from './timeout-replies.ts'
import { readWords } from './read-words.ts'
import { writeAnswer, type UssdAnswer } from './ussd-answer.ts'
import type { UssdUser, UssdDeps } from './ussd-deps.ts'
import * as store from './ussd.store.ts'
import { viewPlace } from './view-place.ts'

/** Networks end a session that gets no answer for some seconds. The portal answers before that, even when a step is not finished. */
const ANSWER_MS = 1_600
const GATEWAY_BURST_SECONDS = 10
/** Each step needs database connections: with more in parallel, waiting for a connection would outlast the phone's timeout. */
const LIMITS = { maxConcurrent: 40, queueTimeoutMs: 1_000 }

/** `perSecond`: the rate limit of one gateway. */
type Deps = UssdDeps & { perSecond: number }

export type UssdSessions = { hear(request: UssdRequest): Promise<UssdAnswer> }

/** Maps a gateway's request to a screen, also when an error occurs. */
export function createUssdSessions(parts: Deps): UssdSessions {
  const limiter = createConcurrencyLimiter(LIMITS)
  return {
    async hear(request) {
      try {
        return await limiter.run(() => answer(parts, request))
      } catch (error) {
        if (!(error instanceof NotStarted)) parts.onError(error)
        // Says nothing about money: started work continues, and dialling again shows its result.
        return tellAll(parts, 'lateMenu', DEFAULT_LANGUAGE)
      }
    },
  }
}

async function answer(parts: Deps, request: UssdRequest): Promise<UssdAnswer> {
  const found = await findStep(parts, request, budgetsOf(parts, request))
  if (!found) return tellAll(parts, 'problem_too-many-requests', await store.chosenLanguage(parts.db, request.msisdn))
  if (!found.isOurs) return answerOfOther(parts, found)
  const { msisdn } = request
  let place: Place = { at: 'home' }
  const working = workStep(parts, found, { msisdn, watch: (entered) => (place = entered) })
  working.catch(() => {})
  const walked = await Promise.race([working, pause(ANSWER_MS, null, { ref: false })])
  if (walked) return { text: walked.screen.text, isEnd: walked.screen.isEnd }
  return replyAfterTimeout(parts, found, { place, working, msisdn })
}

async function tellAll(
  { content, code }: Deps,
  kind: 'lateMenu' | 'problem_too-many-requests',
  language: Language | null,
): Promise<UssdAnswer> {
  const { texts } = await readWords(content, language ?? DEFAULT_LANGUAGE)
  return { text: toGsmText(fillText(texts[kind], { code })), isEnd: true }
}

type Working = { msisdn: MobileNumber; watch: (place: Place) => void }

async function workStep(parts: Deps, found: FoundStep, { msisdn, watch }: Working): Promise<Walked> {
  const { db, clock, secret } = parts
  const { session, step, heardHash: hash, opening, inputs, isReplay } = found
  const ports = {
    view: (place: Place, language: Language) => viewPlace(parts, place, callerOf(secret, msisdn, language)),
    words: (language: Language) => readWords(parts.content, language),
    watch,
    onError: parts.onError,
  }
  const walked = await walkMenu(ports, { menu: session.menu, opening, inputs, language: session.language, isReplay })
  const { menu, language, screen } = walked
  const answer = writeAnswer({ text: screen.text, isEnd: screen.isEnd })
  await store.moveSession(db, session, { step, hash, menu, language, isEnd: screen.isEnd, answer, now: clock.now() })
  return walked
}

function callerOf(secret: string, msisdn: MobileNumber, language: Language): UssdUser {
  const visit = visitOf(secret, msisdn)
  const address = hashIp(secret, `ussd:${msisdn}`)
  // The network vouches for the number, which is stronger than a solved puzzle.
  return { msisdn, visit, caller: { address, visit: visit.id.toString('base64url').slice(0, 22), puzzle: 'solved' }, language }
}

function budgetsOf({ perSecond }: Deps, { msisdn, gateway }: UssdRequest): Limit[] {
  return [
    { key: `ussd:${msisdn}`, ...SUBJECT_LIMITS.ussdNumber },
    { key: `ussd-gateway:${gateway}`, everySeconds: 1 / perSecond, burst: perSecond * GATEWAY_BURST_SECONDS },
  ]
}
