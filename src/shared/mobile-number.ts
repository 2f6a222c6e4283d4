import { COUNTRY } from './operator.ts'
import type { CountryRecord } from './operator-record.ts'

/** NUM-1: a complete number is validated this long after the last digit. */
export const NUMBER_CHECK_DELAY_MS = 300

/** A national number, without trunk prefix: ASCII digits only (NUM-1). */
export type MobileNumber = string & { readonly __brand: 'MobileNumber' }

/** How a country writes its numbers. */
export type NumberPlan = Pick<CountryRecord, 'dialCode' | 'trunkPrefix' | 'numberGroups'>

const INTERNATIONAL_PREFIX = '00'

/** The lengths of a national number, the longest first. */
export function numberLengths({ numberGroups }: Pick<NumberPlan, 'numberGroups'> = COUNTRY): number[] {
  return numberGroups.map(lengthOf).toSorted((first, second) => second - first)
}

function lengthOf(groups: readonly number[]): number {
  return groups.reduce((sum, digits) => sum + digits, 0)
}

/** For contracts: `\d` would also accept the digits of other scripts in some engines. */
export function mobileNumberPattern(plan: NumberPlan = COUNTRY): string {
  return `^(?:${numberLengths(plan)
    .map((length) => `[0-9]{${length}}`)
    .join('|')})$`
}

export function isMobileNumber(text: string | null | undefined, plan: NumberPlan = COUNTRY): text is MobileNumber {
  return typeof text === 'string' && /^[0-9]+$/.test(text) && numberLengths(plan).includes(text.length)
}

/**
 * The digits of a number as people write it: '90 12 34 56', '+227 90123456', '0022790123456', and '0712 345 678' where numbers have a trunk
 * prefix. Digits are never cut off: what is too long or of another country is no mobile number, rather than another person's. A number of another
 * country keeps its plus sign.
 */
export function nationalDigits(written: string, plan: NumberPlan = COUNTRY): string {
  const { dialCode, trunkPrefix } = plan
  const compact = written.replace(/[\s\u00a0\u202f.()-]/g, '')
  const digits = compact.replace(/[^0-9]/g, '')
  const isInternational = compact.startsWith('+') || digits.startsWith(INTERNATIONAL_PREFIX)
  const international = compact.startsWith('+') ? digits : digits.slice(INTERNATIONAL_PREFIX.length)
  if (isInternational && international.startsWith(dialCode)) return withoutTrunk(international.slice(dialCode.length), trunkPrefix)
  // Of another country, or its dial code is being typed.
  if (isInternational) return dialCode.startsWith(international) ? compact : `+${international}`
  const afterDialCode = digits.startsWith(dialCode) ? withoutTrunk(digits.slice(dialCode.length), trunkPrefix) : ''
  return isMobileNumber(afterDialCode, plan) && !isMobileNumber(digits, plan) ? afterDialCode : withoutTrunk(digits, trunkPrefix)
}

function withoutTrunk(digits: string, trunkPrefix: string): string {
  return digits.startsWith(trunkPrefix) ? digits.slice(trunkPrefix.length) : digits
}

/**
 * The digits of a field while it is typed in: one digit more than a number has is dropped, as NUM-1 wants, unless the dial code is being
 * typed. What is pasted stays whole.
 */
export function typedDigits(written: string, inputType = '', plan: NumberPlan = COUNTRY): string {
  const digits = nationalDigits(written, plan)
  const [most = 0] = numberLengths(plan)
  const mayGoOn = [plan.dialCode, INTERNATIONAL_PREFIX, '+'].some((start) => digits.startsWith(start))
  const limit = mayGoOn ? INTERNATIONAL_PREFIX.length + plan.dialCode.length + most : most
  return /^insert(?:Composition)?Text$/.test(inputType) ? digits.slice(0, limit) : digits
}

/** '90 12 34 56': in the groups in which numbers are read aloud in the country; also the beginning of a number. */
export function formatMobileNumber(number: string, { numberGroups }: Pick<NumberPlan, 'numberGroups'> = COUNTRY): string {
  // A number of another country, or one that is formatted or masked already.
  if (/[^0-9•]/.test(number)) return number
  const ascending = numberGroups.toSorted((first, second) => lengthOf(first) - lengthOf(second))
  const groups = ascending.find((each) => lengthOf(each) >= number.length) ?? ascending.at(-1) ?? []
  let at = 0
  const written = groups.map((size) => number.slice(at, (at += size)))
  return [...written, number.slice(at)].filter(Boolean).join(' ')
}

/** '90 •• •• 56': enough for its owner to recognise, too little for other people. */
export function maskMobileNumber(number: string, plan: Pick<NumberPlan, 'numberGroups'> = COUNTRY): string {
  // Of a formatted number, or one that is masked already, too.
  const signs = number.replace(/[^0-9•]/g, '')
  return formatMobileNumber(signs.slice(0, 2) + '•'.repeat(Math.max(0, signs.length - 4)) + signs.slice(-2), plan)
}
