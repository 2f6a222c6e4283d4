import { MAX_SMS_PARTS } from '#shared/gsm-text.ts'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { measureSms } from '#shared/measure-sms.ts'
import { CLAIM_WORDS, type ClaimKind } from './claim-rules.ts'

export type AnswerProblem = 'answer-missing' | 'answer-too-long' | 'too-many-parts' | 'secret-in-answer'

/** The SMS around an answer, with the number of its claim. */
export type AnswerFrame = { before: string; after: string }

/** What is wrong with an answer, as `visibleText` leaves it; null when it can be sent. CON-10: a secret is refused, not sent masked. */
export function answerProblem(answer: string, { before, after }: AnswerFrame): AnswerProblem | null {
  if (answer === '') return 'answer-missing'
  if (answer.length > CLAIM_WORDS) return 'answer-too-long'
  if (maskSecrets(answer) !== answer) return 'secret-in-answer'
  return measureSms(before + answer + after).parts > MAX_SMS_PARTS ? 'too-many-parts' : null
}

/** What the books say about the payment of a claim, as far as a template says something about it. */
export type ClaimBooks = {
  /** With the moment, which the template names. */
  isDelivered: boolean
  hasReturned: boolean
  isReturning: boolean
  isUnpaid: boolean
  /** Attempts that took money. */
  paidAttempts: number
}

/** Templates by name; the texts are `answer_<name>` in `find-translation`. */
export const ANSWER_TEMPLATES = ['delivered', 'returned', 'returning', 'not-charged', 'charged-once', 'cannot-move', 'details'] as const
export type AnswerTemplate = (typeof ANSWER_TEMPLATES)[number]

const FOR_KIND: Readonly<Record<ClaimKind, readonly AnswerTemplate[]>> = {
  'nothing-arrived': ['delivered', 'returned', 'returning', 'not-charged', 'details'],
  'wrong-number': ['cannot-move', 'returned', 'returning', 'details'],
  'paid-twice': ['charged-once', 'returned', 'returning', 'not-charged', 'details'],
  other: ['delivered', 'returned', 'returning', 'not-charged', 'details'],
}

/** The templates for a claim that are true of its payment now: one that the books contradict is not offered. */
export function answerTemplates(kind: ClaimKind, books: ClaimBooks): AnswerTemplate[] {
  const { isDelivered, hasReturned, isReturning, isUnpaid, paidAttempts } = books
  const isTrue: Readonly<Record<AnswerTemplate, boolean>> = {
    delivered: isDelivered,
    returned: hasReturned,
    returning: isReturning,
    'not-charged': isUnpaid && paidAttempts === 0,
    'charged-once': isDelivered && paidAttempts === 1,
    'cannot-move': isDelivered && !hasReturned,
    details: true,
  }
  return FOR_KIND[kind].filter((template) => isTrue[template])
}
