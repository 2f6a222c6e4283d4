import type { TmforumSystem } from '../../operator-profile.ts'
import { type Kind, object, text, uri } from './document-shapes.ts'

/** One call of an official document that we make, and what may come back. */
export type Message = {
  name: string
  system: TmforumSystem
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** The document and its version: github.com/tmforum-apis/TMF###_* */
  source: string
  /** What is sent; nothing for reads. */
  sends?: Kind
  answer: { status: number; holds: Kind | null; isList: boolean }
  /** Statuses of a refusal that the document knows; each comes with an Error. */
  errors: readonly number[]
  /** What we need beyond what the document requires: without it the answer is not believed, or the step is refused. */
  reliesOn: readonly string[]
}

export const READ_ERRORS = [400, 401, 403, 404, 405, 409, 500] as const
/** A creation knows no 404. */
export const WRITE_ERRORS = [400, 401, 403, 405, 409, 500] as const

/** The same in all eight documents. */
export const RefusalBody = object({ code: text, reason: text }, { message: text, status: text, referenceError: uri })
