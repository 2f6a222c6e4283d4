import { setTimeout as pause } from 'node:timers/promises'
import { fillText } from '#shared/fill-text.ts'
import { cutGsmText, SEPTETS_OF_ONE_SMS, toGsmText } from '#shared/gsm-text.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Place } from '../places.ts'
import type { Walked } from '../walk-menu.ts'
import type { FoundStep } from './find-step.ts'
import { readWords } from './read-words.ts'
import { readAnswer, writeAnswer, type UssdAnswer } from './ussd-answer.ts'
import type { UssdParts } from './ussd-parts.ts'
import * as store from './ussd.store.ts'

/** Whoever waits for another's answer waits for its late one too. */
const OTHERS_MS = 1_850
const LOOK_MS = 100
const SMS_MINUTES = 60

type LateWords = 'latePayment' | 'lateAnswer' | 'lateMenu'

/** USSD-7, time is over: what was under way goes on, and the caller is told how to learn of it. */
export async function answerLate(
  parts: UssdParts,
  found: FoundStep,
  { place, working, msisdn }: { place: Place; working: Promise<Walked>; msisdn: MobileNumber },
): Promise<UssdAnswer> {
  const kind = lateWords(place)
  const answer = await lateAnswer(parts, found, kind)
  await store.keepAnswer(parts.db, found.session.id, found.step, writeAnswer(answer))
  void working
    .then(async ({ screen, menu }) => {
      if (kind === 'lateMenu') return
      // A payment that was asked for has told its caller by SMS itself; one that could not be is told here.
      if (kind === 'latePayment' && (screen.isEnd || menu.choices.length > 0)) return
      const lines = screen.text.split('\n')
      const told = screen.isEnd || lines.length === 1 ? lines : lines.slice(0, -1)
      const text = cutGsmText(told.join('\n'), SEPTETS_OF_ONE_SMS)
      await parts.sms.send({ reference: `ussd-${found.session.id}-${found.step}`, to: msisdn, text, validForMinutes: SMS_MINUTES })
    })
    .catch(parts.onError)
  return answer
}

/** Somebody else works this very step, or did: its answer is the answer. */
export async function answerOfOther(parts: UssdParts, found: FoundStep): Promise<UssdAnswer> {
  for (let waitedMs = 0; waitedMs < OTHERS_MS; waitedMs += LOOK_MS) {
    const answer = await store.readAnswer(parts.db, found.session.id, found.step)
    if (answer !== null) return readAnswer(answer)
    await pause(LOOK_MS)
  }
  return lateAnswer(parts, found, 'lateMenu')
}

async function lateAnswer(parts: UssdParts, { session }: FoundStep, kind: LateWords): Promise<UssdAnswer> {
  const { texts } = await readWords(parts.content, session.language)
  return { text: toGsmText(fillText(texts[kind], { code: parts.code })), isEnd: true }
}

function lateWords({ at }: Place): LateWords {
  if (at === 'pay') return 'latePayment'
  return at === 'balance' || at === 'payment' ? 'lateAnswer' : 'lateMenu'
}
