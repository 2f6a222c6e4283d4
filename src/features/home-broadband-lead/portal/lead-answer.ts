import type { FormProblems } from '#features/dynamic-form/rules.ts'
import type { CodeAsked } from '#features/one-time-code/portal/asked-code.ts'

/** What a page of the request is told by its own post. Never what a code opened: that is the visit's, and stays on the server. */
export type LeadAnswer = {
  values?: Record<string, string>
  problems?: FormProblems
  message?: string
  /** Sending failed after a right code: the visit can send it again without another one. */
  canSendAgain?: boolean
  code?: CodeAsked
  /** The place to be confirmed. */
  place?: { address: string | null }
}
