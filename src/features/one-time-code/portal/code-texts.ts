import { fillText } from '#shared/fill-text.ts'
import { maskMobileNumber } from '#shared/mobile-number.ts'
import { sentences } from '#shared/sentences.ts'
import { unbroken } from '#shared/unbroken.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import type { CodeRefusal } from './code-calls.ts'

export type CodeTexts = Omit<ContentPackages['otp-translation'], 'sms' | `purpose${string}`>

/** The texts needed before the dialog, which brings its own, is loaded. */
export type CodeRequestTexts = Pick<CodeTexts, 'sending' | 'nextCodeIn' | 'noAnswer' | 'incomplete'>

export function requestTexts({ sending, nextCodeIn, noAnswer, incomplete }: CodeTexts): CodeRequestTexts {
  return { sending, nextCodeIn, noAnswer, incomplete }
}

/** ERR-1: the server's sentence, if there is one. OTP-3: with the time until the next code can be requested. */
export function refusalWords({ failure, message, waitSeconds }: Omit<CodeRefusal, 'kind'>, texts: CodeRequestTexts): string {
  const said = message ?? (failure === 'incomplete' ? texts.incomplete : texts.noAnswer)
  return waitSeconds === undefined ? said : sentences(said, fillText(texts.nextCodeIn, { wait: waitWords(waitSeconds) }))
}

/** OTP-4: says that a code was sent only when the SMS centre accepted it. */
export function sentWords(isConfirmed: boolean | null, msisdn: string, texts: CodeTexts): string {
  const words = isConfirmed === null ? texts.codeFor : isConfirmed ? texts.sentTo : texts.notConfirmed
  return fillText(words, { number: unbroken(maskMobileNumber(msisdn)) })
}

export function attemptWords(count: number, texts: CodeTexts): string {
  return count === 1 ? texts.lastAttempt : fillText(texts.attemptsLeft, { count })
}

/** 42 s, 8 min, 3 h: the units are the same in both languages. */
export function waitWords(seconds: number): string {
  if (seconds < 100) return `${seconds}\u00a0s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 100 ? `${minutes}\u00a0min` : `${Math.ceil(minutes / 60)}\u00a0h`
}
