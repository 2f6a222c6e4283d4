import { formatMobileNumber, typedDigits } from '#shared/mobile-number.ts'
import type { Grouping } from './group-digits.ts'

/** NUM-1: a mobile number while it is typed. */
export const NUMBER_GROUPING: Grouping = {
  digitsOf: (text, _isLeft, inputType) => typedDigits(text, inputType),
  show: (digits) => formatMobileNumber(digits),
}
