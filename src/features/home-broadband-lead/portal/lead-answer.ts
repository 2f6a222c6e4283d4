import type { FormProblems } from '#features/dynamic-form/rules.ts'
import type { CodeAsked } from '#features/one-time-code/portal/asked-code.ts'
import type { CodeTexts } from '#features/one-time-code/portal/code-texts.ts'

/** The texts of the dialog come along: only an answer that needs them carries them. */
export type LeadCode = CodeAsked & { texts: CodeTexts }

/** What a page of the request is told by its own action. */
export type LeadAnswer = {
  values: Record<string, string> | null
  problems: FormProblems
  message: string | null
  code: LeadCode | null
  /** What a code opened, when sending failed afterwards: it can be sent again without another code. */
  proof: string | null
  /** The place to be confirmed. */
  place: { address: string | null } | null
}

/** Apart from what the server does with it, so that nothing of that reaches the phone. */
export const NOTHING_SAID: LeadAnswer = { values: null, problems: {}, message: null, code: null, proof: null, place: null }
