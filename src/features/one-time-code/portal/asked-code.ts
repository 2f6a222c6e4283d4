import type { CodeRefusal, CodeSent } from './code-calls.ts'
import { refusalWords, type CodeTexts } from './code-texts.ts'

/** A code that was asked for, for a visitor without script. */
export type CodeAsked = {
  msisdn: string
  reference: string
  attemptsLeft?: number
  /** OTP-4: whether the SMS centre took it; null where this answer is about something else. */
  isConfirmed: boolean | null
  refusal: Omit<CodeRefusal, 'kind'> | null
}

/** What the answer to a send, a resend or a wrong code leaves to show. */
export function codeAsked(msisdn: string, reference: string, answer: CodeSent | CodeRefusal): CodeAsked {
  if (answer.kind === 'sent') {
    const { attemptsLeft, isConfirmed } = answer
    return { msisdn, reference: answer.reference, attemptsLeft, isConfirmed, refusal: null }
  }
  const { kind: _refused, ...refusal } = answer
  return { msisdn, reference, isConfirmed: null, refusal }
}

/** OTP-4: the code that there is to type; null where none was ever sent, which is said in the form that asked for it. */
export function typableCode(code: CodeAsked | undefined): CodeAsked | null {
  return code && code.reference !== '' ? code : null
}

export function unsentWords(code: CodeAsked | undefined, texts: CodeTexts): string | null {
  return code?.refusal && code.reference === '' ? refusalWords(code.refusal, texts) : null
}
