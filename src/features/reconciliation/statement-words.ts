/** What a line of a statement says of its money. */
export const LINE_STATES = ['done', 'returned', 'not-done'] as const
export type LineState = (typeof LINE_STATES)[number]

export function isLineState(word: string): word is LineState {
  return LINE_STATES.some((state) => state === word)
}

/** CON-6: why a difference is in order: a closed list. */
export const EXPLANATIONS = [
  /** The portal asked, and delivered or gave back since. */
  'settled-since',
  /** It stands in the statement of the day before or after. */
  'other-day',
  'refunded-there',
  /** The provider agreed that its line is wrong. */
  'corrected-there',
  'exchange-or-fee',
  'test-payment',
  /** Paid for, and lost with a restored backup; see the reviews. */
  'restored-backup',
  /** Of another system under the same account. */
  'other-system',
] as const
export type Explanation = (typeof EXPLANATIONS)[number]

/** A difference that stays, with a reason that the second person sees. */
export const LEFT_OPEN = 'left-open' as const

export function isExplanation(word: string): word is Explanation | typeof LEFT_OPEN {
  return word === LEFT_OPEN || EXPLANATIONS.some((each) => each === word)
}
