import type { FormProblems } from '../form-rules.ts'
import type { RequestedCode } from '#features/one-time-code/portal/requested-code.ts'

/** The result of a page's own post. Never contains a proof: the visit has it, on the server. */
export type LeadAnswer = {
  values?: Record<string, string>
  problems?: FormProblems
  message?: string
  /** Sending failed after a right code, so the visit can send again without another one. */
  canSendAgain?: boolean
  code?: RequestedCode
  /** The place that the visitor confirms. */
  place?: { address: string | null }
}
