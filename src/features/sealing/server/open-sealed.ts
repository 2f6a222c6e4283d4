import { Problem } from '#shared/problem.ts'
import { isSealedField, SEALED_PREFIX, SEALING_FIELD } from '../sealed-fields.ts'
import type { Sealing } from './sealing.ts'

/** A form has three, a call two; each costs a decryption. */
const MOST_VALUES = 4

export type SealedInput = {
  /** `isMarked` when the caller said that it seals. */
  openBody(body: unknown, isMarked: boolean): Promise<unknown>
  openForm(form: URLSearchParams): Promise<URLSearchParams>
}

/**
 * GEN-7: opens what was sealed before anything else looks at it, so that nobody behind needs to know. What came in the clear is taken from
 * plain forms and foreign callers, and refused from whoever said that it seals. A code is opened only by whoever checks it: while there are
 * attempts left.
 */
export function openSealedInput(sealing: Pick<Sealing, 'open'>): SealedInput {
  function openerOf(isMarked: boolean, leavesCodes: boolean) {
    let count = 0
    return async (name: string, value: string): Promise<string> => {
      if (!isSealedField(name, value)) return value
      if (!value.startsWith(SEALED_PREFIX)) {
        if (isMarked) throw new Problem('sealed-value-refused', `${name} came in the clear`)
        return value
      }
      if (leavesCodes && name === 'otp') return value
      count += 1
      if (count > MOST_VALUES) throw new Problem('bad-request', 'too many sealed values')
      return sealing.open(value, name)
    }
  }

  return {
    openBody: (body, isMarked) => openInside(body, '', openerOf(isMarked, true)),
    async openForm(form) {
      const open = openerOf(form.has(SEALING_FIELD), false)
      const opened = new URLSearchParams()
      for (const [name, value] of form) if (name !== SEALING_FIELD) opened.append(name, await open(name, value))
      return opened
    },
  }
}

type Open = (name: string, value: string) => Promise<string>

/** How deep a body may be is settled by then (strict-json.ts). */
async function openInside(value: unknown, name: string, open: Open): Promise<unknown> {
  if (typeof value === 'string') return open(name, value)
  if (Array.isArray(value)) return Promise.all(value.map((each) => openInside(each, name, open)))
  if (typeof value !== 'object' || value === null) return value
  const entries: [string, unknown][] = []
  for (const [key, each] of Object.entries(value)) entries.push([key, await openInside(each, key, open)])
  return Object.fromEntries(entries)
}
