import { maskSecrets } from '#shared/mask-secrets.ts'
import type { PaymentActRequest } from './payment-acts.ts'

const MAX_NOTE = 300
/** Numbers of refunds and reversals, as providers and operators write them. */
const OUTSIDE_NUMBER = /^[A-Za-z0-9][A-Za-z0-9 ./_-]{1,59}$/

export type TextRefusal = 'note-missing' | 'note-too-long' | 'secret-in-text' | 'number-unreadable'

/** What is wrong with the typed texts of a request, before anything is read; null when they can be stored. */
export function textProblem(request: PaymentActRequest): TextRefusal | null {
  if (!('note' in request)) return null
  const numbers = ['providerNumber' in request ? request.providerNumber : null, 'reversal' in request ? request.reversal : null].filter(
    (number) => number !== null,
  )
  return noteProblem(request.note) ?? (numbers.every((number) => OUTSIDE_NUMBER.test(number)) ? null : 'number-unreadable')
}

/** CON-10: a number, PIN, code, card or e-mail address typed into a note is refused, not stored masked. */
export function noteProblem(note: string): TextRefusal | null {
  if (note.trim() === '') return 'note-missing'
  if (note.length > MAX_NOTE) return 'note-too-long'
  return maskSecrets(note) === note ? null : 'secret-in-text'
}
