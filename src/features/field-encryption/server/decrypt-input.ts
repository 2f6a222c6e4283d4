import { Problem } from '#shared/problem.ts'
import { isEncryptedField, SEALED_PREFIX, SEALING_FIELD } from '../sealed-fields.ts'
import type { FieldEncryption } from './field-encryption.ts'

/** A form has three, a call two; each costs a decryption. */
const MAX_VALUES = 4

export type EncryptedInput = {
  /** `isMarked` when the client says that it encrypts. */
  decryptBody(body: unknown, isMarked: boolean): Promise<unknown>
  decryptForm(form: URLSearchParams): Promise<URLSearchParams>
}

/**
 * GEN-7: decrypts input before any handler reads it, so handlers need not know. Plain text is accepted from forms without script and
 * foreign callers, and refused from a client that says it encrypts. A code stays encrypted until it is checked, which happens only while
 * attempts are left.
 */
export function createEncryptedInput(sealing: Pick<FieldEncryption, 'open'>): EncryptedInput {
  function openerOf(isMarked: boolean, leavesCodes: boolean) {
    let count = 0
    return async (name: string, value: string): Promise<string> => {
      if (!isEncryptedField(name, value)) return value
      if (!value.startsWith(SEALED_PREFIX)) {
        if (isMarked) throw new Problem('sealed-value-refused', `${name} came in the clear`)
        return value
      }
      if (leavesCodes && name === 'otp') return value
      count += 1
      if (count > MAX_VALUES) throw new Problem('bad-request', 'too many sealed values')
      return sealing.open(value, name)
    }
  }

  return {
    decryptBody: (body, isMarked) => decryptInside(body, '', openerOf(isMarked, true)),
    async decryptForm(form) {
      const open = openerOf(form.has(SEALING_FIELD), false)
      const opened = new URLSearchParams()
      for (const [name, value] of form) if (name !== SEALING_FIELD) opened.append(name, await open(name, value))
      return opened
    },
  }
}

type Open = (name: string, value: string) => Promise<string>

/** The depth of a body is already limited (strict-json.ts). */
async function decryptInside(value: unknown, name: string, open: Open): Promise<unknown> {
  if (typeof value === 'string') return open(name, value)
  if (Array.isArray(value)) return Promise.all(value.map((each) => decryptInside(each, name, open)))
  if (typeof value !== 'object' || value === null) return value
  const entries: [string, unknown][] = []
  for (const [key, each] of Object.entries(value)) entries.push([key, await decryptInside(each, key, open)])
  return Object.fromEntries(entries)
}
