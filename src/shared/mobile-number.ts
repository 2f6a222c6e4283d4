import { COUNTRY } from './country-profiles.ts'

/** NUM-1: a complete number is validated this long after the last digit. */
export const NUMBER_CHECK_DELAY_MS = 300

/** A national number: exactly eight ASCII digits (NUM-1). */
export type MobileNumber = string & { readonly __brand: 'MobileNumber' }

/** For contracts: `\d` would also accept the digits of other scripts in some engines. */
export const MOBILE_NUMBER_PATTERN = `^[0-9]{${COUNTRY.numberLength}}$`

const mobileNumber = new RegExp(MOBILE_NUMBER_PATTERN)

export function isMobileNumber(text: string | null | undefined): text is MobileNumber {
  return typeof text === 'string' && mobileNumber.test(text) && !text.endsWith('\n')
}

/**
 * Accepts what people paste: '90 12 34 56', '+227 90123456', '0022790123456', '90-12-34-56'. Returns the digits that belong in the field,
 * at most eight; other characters are removed.
 */
export function nationalDigits(typed: string): string {
  const compact = typed.replace(/[\s\u00a0\u202f.()-]/g, '')
  const withoutPrefix = compact.replace(new RegExp(`^(?:\\+|00)${COUNTRY.dialCode}`), '')
  const digits = withoutPrefix.replace(/[^0-9]/g, '')
  const isInternational = digits.length === COUNTRY.numberLength + COUNTRY.dialCode.length && digits.startsWith(COUNTRY.dialCode)
  return (isInternational ? digits.slice(COUNTRY.dialCode.length) : digits).slice(0, COUNTRY.numberLength)
}

/** '90 12 34 56': pairs are how numbers are read aloud here. */
export function formatMobileNumber(number: string): string {
  return number.replace(/([0-9]{2})(?=[0-9])/g, '$1 ')
}

/** '90 •• •• 56': enough for its owner to recognise, too little for other people. */
export function maskMobileNumber(number: string): string {
  return `${number.slice(0, 2)} •• •• ${number.slice(-2)}`
}
