import { setTimeout as pause } from 'node:timers/promises'
import { fillText } from '#shared/fill-text.ts'
import { toGsmText } from '#shared/gsm-text.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Place } from '../places.ts'
import type { Walked } from '../walk-menu.ts'
import type { FoundStep } from './find-step.ts'
import { readWords } from './read-words.ts'
import { readAnswer, writeAnswer, type UssdAnswer } from './ussd-answer.ts'
import type { UssdDeps } from './ussd-deps.ts'
import * as store from './ussd.store.ts'

/** A request that waits for another request's step also waits for that step's timeout reply. */
const OTHERS_MS = 1_850
const LOOK_MS = 100
const SMS_MINUTES = 60

type LateWords = 'latePayment' | 'lateAnswer' | 'lateMenu'

/** USSD-7: after a timeout the step continues, and the caller is told where its result appears. */
export async function replyAfterTimeout(
  parts: UssdDeps,
  found: FoundStep,
  { place, working, msisdn }: { place: Place; working: Promise<Walked>; msisdn: MobileNumber },
): Promise<UssdAnswer> {
  const kind = lateWords(place)
  const answer = await lateAnswer(parts, found, kind)
  await store.keepAnswer(parts.db, found.session.id, found.step, writeAnswer(answer))
  void working
    .then(async ({ screen, menu }) => {
      if (kind === 'lateMenu') return
      // A requested payment sends its own SMS. The result is sent here when no payment was requested, or an earlier one exists.
      if (kind === 'latePayment' && screen.isEnd) return
      const lines = screen.text.split('\n')
      // The SMS omits menu choices, which only work on a screen.
      const keys = screen.isEnd ? 0 : menu.choices.length + 1
      const text = lines.slice(0, Math.max(1, lines.length - keys)).join('\n')
      await parts.sms.send({ reference: `ussd-${found.session.id}-${found.step}`, to: msisdn, text, validForMinutes: SMS_MINUTES })
    })
    .catch(parts.onError)
  return answer
}

/** Waits for the answer of the request that works this step. */
export async function answerOfOther(parts: UssdDeps, found: FoundStep): Promise<UssdAnswer> {
  for (let waitedMs = 0; waitedMs < OTHERS_MS; waitedMs += LOOK_MS) {
    const answer = await store.readAnswer(parts.db, found.session.id, found.step)
    if (answer !== null) return readAnswer(answer)
    await pause(LOOK_MS)
  }
  return lateAnswer(parts, found, 'lateMenu')
}

async function lateAnswer(parts: UssdDeps, { session }: FoundStep, kind: LateWords): Promise<UssdAnswer> {
  const { texts } = await readWords(parts.content, session.language)
  return { text: toGsmText(fillText(texts[kind], { code: parts.code })), isEnd: true }
}

function lateWords({ at }: Place): LateWords {
  if (at === 'pay') return 'latePayment'
  return at === 'balance' || at === 'payment' ? 'lateAnswer' : 'lateMenu'
}
