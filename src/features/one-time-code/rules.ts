/** OTP-1, and section 8 of the specification: what the two halves agree on. */
export const CODE_DIGITS = 6
export const CODE_ATTEMPTS = 5
export const RESEND_DELAY_SECONDS = 60

/** What a person types or pastes into the field: '482 913' and 'Code: 482913' are the same code. */
export function codeDigits(typed: string): string {
  return typed.replace(/[^0-9]/g, '').slice(0, CODE_DIGITS)
}

/** What the modal tells apart (OTP-2); `incomplete` is found before anything is sent. */
export type CodeFailure = 'incomplete' | 'wrong' | 'locked' | 'limit' | 'early' | 'unsent' | 'other'

/** By the code in the body: a gateway's own 502 has none and is not the limit (faults.md, S3). */
export function codeFailure(statusCode: number | string): CodeFailure {
  switch (Number(statusCode)) {
    case 2003:
      return 'wrong'
    case 2002:
      return 'locked'
    case 502:
      return 'limit'
    case 4294:
      return 'early'
    case 5032:
      return 'unsent'
    default:
      return 'other'
  }
}
