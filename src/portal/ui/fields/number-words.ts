import { COUNTRY } from '#shared/country-profiles.ts'
import { fillText } from '#shared/fill-text.ts'

/** NUM-2: what a number that is not one yet is told. */
export type NumberWords = { required: string; invalid: string; digitMissing: string; digitsMissing: string }

/** How many digits are missing, while some are there; null before and after. */
export function missingWords(digits: string, words: Pick<NumberWords, 'digitMissing' | 'digitsMissing'>): string | null {
  const count = COUNTRY.numberLength - digits.length
  if (digits === '' || count <= 0) return null
  return count === 1 ? words.digitMissing : fillText(words.digitsMissing, { count })
}

/** Why a number cannot be gone on with; null when it can. */
export function numberProblem(digits: string, words: Pick<NumberWords, 'required' | 'invalid'>): string | null {
  if (digits === '') return words.required
  return digits.length < COUNTRY.numberLength ? words.invalid : null
}
