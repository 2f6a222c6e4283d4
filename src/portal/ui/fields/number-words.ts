import { fillText } from '#shared/fill-text.ts'
import { isMobileNumber, numberLengths } from '#shared/mobile-number.ts'

/** NUM-2: messages for an incomplete number. */
export type NumberWords = { required: string; invalid: string; digitMissing: string; digitsMissing: string }

/** How many digits are missing; null for an empty or a complete number. */
export function missingWords(digits: string, words: Pick<NumberWords, 'digitMissing' | 'digitsMissing'>): string | null {
  // Of several lengths, the nearest that is not reached yet.
  const length = numberLengths().findLast((each) => each >= digits.length)
  const count = length === undefined ? 0 : length - digits.length
  if (digits === '' || count === 0) return null
  return count === 1 ? words.digitMissing : fillText(words.digitsMissing, { count })
}

/** Why a number is not accepted; null when it is. For an unfinished one the sentence that stands there already, now as a problem. */
export function numberProblem(digits: string, words: NumberWords): string | null {
  if (digits === '') return words.required
  return isMobileNumber(digits) ? null : (missingWords(digits, words) ?? words.invalid)
}
