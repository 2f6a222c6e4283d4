import type { CodeRefusal, CodeSent } from './code-calls.ts'

/** A code on its way, for a visitor without script. */
export type CodeAsked = { msisdn: string; reference: string; attemptsLeft?: number; refusal: Omit<CodeRefusal, 'kind'> | null }

/** What the answer to a send, a resend or a wrong code leaves to show. */
export function codeAsked(msisdn: string, reference: string, answer: CodeSent | CodeRefusal): CodeAsked {
  return answer.kind === 'sent'
    ? { msisdn, reference: answer.reference, attemptsLeft: answer.attemptsLeft, refusal: null }
    : { msisdn, reference, refusal: { failure: answer.failure, message: answer.message } }
}
