import type { ReviewReason } from '../../engine/records.ts'

/** What each reason for a review means, and what to do. The reasons are stored in `review` of an order and label metrics. */
export const REVIEW_ADVICE: Readonly<Record<ReviewReason, string>> = {
  'open-too-long': 'the provider has not said for two days whether it was paid: ask the provider',
  'cannot-be-asked': 'the answer to the request was lost, and the provider cannot be asked without it: look for our reference in its books',
  'unknown-word':
    'the provider answers with a word for the state that is in no table: see the word with show, look at its books, and name it in STATUS_WORDS',
  'delivery-unclear': 'paid, and the operator has not said for hours whether it was delivered: look at the line',
  'paid-another-amount': 'paid with another amount or currency: nothing was delivered',
  'refunded-by-provider': 'the provider gave the money back without being asked',
  'partly-refunded': 'only a part of the money came back, or another amount than was paid',
  'refund-by-hand': 'the provider has no refund call: refund it there',
  'refund-refused': 'the provider refused the refund: refund it another way',
  overpaid: 'more was paid than asked: give the rest back, then resolve as excess-returned',
  'sources-disagree': 'the provider’s notice says paid, its answer says otherwise: look at its books; resolve as not-paid when it was not',
  'paid-unreadable': 'the provider says paid without an amount that can be read: look at its books',
  'answer-differs':
    'the provider says paid, but not of what was asked (another reference, amount, currency or merchant, or none): find our payment in its books',
  'receipt-used': 'its receipt pays for another payment already: look at the provider’s books for both',
  'work-failed': 'a step of it failed five times: see why with show, then retry',
  'refund-after-restore': 'to be given back, but a backup was restored: see in the provider’s books whether it went back already',
  'found-by-statement': 'a statement holds it, and a restored book does not: list says what to do about each',
  'payment-lost':
    'delivered, and a restored backup lost how it was paid: find the payment among those taken up, then resolve both as delivered',
  'report-not-taken':
    'delivered, and the provider has not taken note of it for a day: mark it there as delivered, then resolve as delivered',
  'refund-unclear': 'the provider does not say whether the refund was made: ask the provider',
}

const ADVICE = new Map<string, string>(Object.entries(REVIEW_ADVICE))

/** Rows may hold a reason of another version. */
export function adviceOn(reason: string): string {
  return ADVICE.get(reason) ?? 'look at it'
}
