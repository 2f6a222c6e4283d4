/** OTP-1, and section 8 of the specification: the rules that browser and server share. */
export const CODE_DIGITS = 6
export const CODE_ATTEMPTS = 5
/**
 * Abuse 93: the length after too many wrong codes for a number. Guessing twelve digits is hopeless, so guesses cannot lock out the owner.
 */
export const LONG_CODE_DIGITS = 12
export const RESEND_DELAY_SECONDS = 60

/** Extracts the code from typed or pasted text: '482 913' and 'Code: 482913' are the same code. */
export function codeDigits(typed: string, most = CODE_DIGITS): string {
  return typed.replace(/[^0-9]/g, '').slice(0, most)
}

/** The failures that the dialog distinguishes (OTP-2); `incomplete` is detected before anything is sent. */
export type CodeFailure = 'incomplete' | 'wrong' | 'locked' | 'limit' | 'early' | 'unsent' | 'other'

/** Uses the code in the body: a proxy's own 502 has none and is not the limit (faults.md, S3). */
export function codeFailure(statusCode: number | string): CodeFailure {
  switch (Number(statusCode)) {
    case 2003:
      return 'wrong'
    case 2002:
      return 'locked'
    case 502:
      return 'limit'
    case 4292:
    case 4294:
      return 'early'
    case 5032:
      return 'unsent'
    default:
      return 'other'
  }
}
