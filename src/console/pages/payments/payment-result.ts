import type { ConsoleLanguage } from '../../console-language.ts'
import type { ListedPayment } from '../../queries/payment-list.ts'
import { paymentTexts, reasonWord } from '../words/payment-words.ts'
import { reviewWords } from '../words/review-words.ts'

/** The last column of the list: how long the delivery took, else why it did not happen. */
export type ShownResult =
  | { kind: 'delivered'; seconds: number }
  | { kind: 'under-way'; since: Date }
  | { kind: 'reason'; reason: string; isForPerson: boolean }
  | { kind: 'none' }

export function resultOf(payment: ListedPayment, language: ConsoleLanguage): ShownResult {
  const { standing, review, paidAt, deliveredAt, attemptReason, refusal } = payment
  const texts = paymentTexts(language)
  if (review !== null) return { kind: 'reason', reason: reviewWords(review, language).title, isForPerson: true }
  switch (standing) {
    case 'delivered':
      return paidAt && deliveredAt
        ? { kind: 'delivered', seconds: Math.max(0, Math.round((deliveredAt.getTime() - paidAt.getTime()) / 1000)) }
        : { kind: 'none' }
    case 'delivering':
      return paidAt ? { kind: 'under-way', since: paidAt } : { kind: 'none' }
    case 'coming-back':
    case 'given-back':
      return {
        kind: 'reason',
        reason: refusal === null ? (reasonWord(attemptReason, language) ?? texts.notDelivered) : texts.notDelivered,
        isForPerson: false,
      }
    case 'not-paid':
    case 'kept': {
      const reason = reasonWord(attemptReason, language)
      return reason === null ? { kind: 'none' } : { kind: 'reason', reason, isForPerson: false }
    }
    case 'review':
    case 'open':
      return { kind: 'none' }
  }
}
