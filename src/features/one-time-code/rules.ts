/** OTP-1, and section 8 of the specification: what the two halves agree on. */
export const CODE_DIGITS = 6
export const CODE_ATTEMPTS = 5
export const RESEND_DELAY_SECONDS = 60

/** What a person types or pastes into the field: '482 913' and 'Code: 482913' are the same code. */
export function codeDigits(typed: string): string {
  return typed.replace(/[^0-9]/g, '').slice(0, CODE_DIGITS)
}

/** The codes of a failure that the modal tells apart (OTP-2). They are read from the body: a gateway's own 502 is none of them (S3). */
export type CodeFailure = 'wrong' | 'locked' | 'limit' | 'other'

export function codeFailure(statusCode: number | string): CodeFailure {
  switch (Number(statusCode)) {
    case 2003:
      return 'wrong'
    case 2002:
      return 'locked'
    case 502:
      return 'limit'
    default:
      return 'other'
  }
}
