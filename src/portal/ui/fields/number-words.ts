import { COUNTRY } from '#shared/country-profiles.ts'
import { fillText } from '#shared/fill-text.ts'

/** NUM-2: messages for an incomplete number. */
export type NumberWords = { required: string; invalid: string; digitMissing: string; digitsMissing: string }

/** How many digits are missing; null for an empty or a complete number. */
export function missingWords(digits: string, words: Pick<NumberWords, 'digitMissing' | 'digitsMissing'>): string | null {
  const count = COUNTRY.numberLength - digits.length
  if (digits === '' || count <= 0) return null
  return count === 1 ? words.digitMissing : fillText(words.digitsMissing, { count })
}

/** Why a number is not accepted; null when it is. */
export function numberProblem(digits: string, words: Pick<NumberWords, 'required' | 'invalid'>): string | null {
  if (digits === '') return words.required
  return digits.length < COUNTRY.numberLength ? words.invalid : null
}
