import { formText } from '#portal/page/form-text.ts'
import type { PostedForm } from '#portal/page/page.ts'
import type { CodeRefusal, CodeSent } from './code-calls.ts'
import { refusalWords, type CodeTexts } from './code-texts.ts'

/** The state of a requested code on a page without script. */
export type RequestedCode = {
  msisdn: string
  reference: string
  attemptsLeft?: number
  /** OTP-4: whether the SMS centre accepted the message; null when this response is not about a send. */
  isConfirmed: boolean | null
  /** Abuse 93: the code just sent has twelve digits. */
  isLong: boolean
  refusal: Omit<CodeRefusal, 'kind'> | null
}

/** OTP-2: what the form said before: only a number to show, the server counts itself. */
export function attemptsIn(form: PostedForm): number | undefined {
  const shown = formText(form, 'attemptsLeft')
  return /^[1-9]$/.test(shown) ? Number(shown) : undefined
}

/** The state to show after a send, a resend or a wrong code. */
export function requestedCode(
  msisdn: string,
  reference: string,
  answer: CodeSent | CodeRefusal,
  /** OTP-2: before this one, as the form shows them. */
  attemptsBefore?: number,
): RequestedCode {
  if (answer.kind === 'sent') {
    const { attemptsLeft, isConfirmed, isLong = false } = answer
    return { msisdn, reference: answer.reference, attemptsLeft, isConfirmed, isLong, refusal: null }
  }
  const { kind: _refused, ...refusal } = answer
  const attemptsLeft = attemptsBefore === undefined ? undefined : Math.max(1, attemptsBefore - Number(refusal.failure === 'wrong'))
  return { msisdn, reference, ...(attemptsLeft !== undefined && { attemptsLeft }), isConfirmed: null, isLong: false, refusal }
}

/** OTP-4: the code that can be typed; null when none was sent, which the form that requested it shows. */
export function typableCode(code: RequestedCode | undefined): RequestedCode | null {
  return code && code.reference !== '' ? code : null
}

export function unsentWords(code: RequestedCode | undefined, texts: CodeTexts): string | null {
  return code?.refusal && code.reference === '' ? refusalWords(code.refusal, texts) : null
}
