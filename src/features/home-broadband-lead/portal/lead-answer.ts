import type { FormProblems } from '#features/dynamic-form/rules.ts'
import type { CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import type { CodeFailure } from '#features/one-time-code/rules.ts'

/** A code on its way, with the texts of its dialog: only an answer that needs them carries them. */
export type CodeAsked = {
  msisdn: string
  reference: string
  attemptsLeft: number | undefined
  refusal: { failure: CodeFailure; message: string | null } | null
  texts: CodeTexts
}

/** What a page of the request is told by its own action. */
export type LeadAnswer = {
  values: Record<string, string> | null
  problems: FormProblems
  message: string | null
  code: CodeAsked | null
  /** What a code opened, when sending failed afterwards: it can be sent again without another code. */
  proof: string | null
  /** The place to be confirmed. */
  place: { address: string | null } | null
}

/** Apart from what the server does with it, so that nothing of that reaches the phone. */
export const NOTHING_SAID: LeadAnswer = { values: null, problems: {}, message: null, code: null, proof: null, place: null }
