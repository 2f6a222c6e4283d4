import { type Static, Type } from 'typebox'
import { COUNTRY } from '#shared/country-profiles.ts'

/** The documents say text; some servers number their resources. */
export const Id = Type.Union([Type.String({ minLength: 1 }), Type.Number()])

/** Money of the balance document (654). */
export const Quantity = Type.Object({ amount: Type.Number(), units: Type.Optional(Type.String()) })
/** Money of every other document. */
export const Money = Type.Object({ unit: Type.Optional(Type.String()), value: Type.Number() })
export type Money = Static<typeof Money>

export const Period = Type.Object({ startDateTime: Type.Optional(Type.String()), endDateTime: Type.Optional(Type.String()) })

/** A reference that some documents hold once and some deployments as a list. */
export const References = Type.Union([Type.Object({ id: Id }), Type.Array(Type.Object({ id: Id }))])

export function firstIdOf(references: Static<typeof References> | undefined): string | null {
  const first = Array.isArray(references) ? references[0] : references
  return first ? String(first.id) : null
}

export function readDate(text: string | undefined): Date | null {
  if (text === undefined) return null
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date
}

/** All values at an attribute path such as `realizingResource.value`, through lists. */
export function valuesAt(resource: unknown, path: string): string[] {
  const found = path.split('.').reduce<unknown[]>((level, name) => level.flatMap((item) => inside(item, name)), [resource])
  return found.filter((value) => typeof value === 'string' || typeof value === 'number').map(String)
}

function inside(item: unknown, name: string): unknown[] {
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, name)) return []
  const value: unknown = Reflect.get(item, name)
  return Array.isArray(value) ? value : [value]
}

const OWN_NUMBER = new RegExp(`^(?:(?:\\+|00)?${COUNTRY.dialCode})?([0-9]{${COUNTRY.numberLength}})$`)

/** '22790123456', '+227 90 12 34 56' and '90123456' become the national number; what is not ours stays as it came. */
export function nationalNumber(text: string): string {
  return OWN_NUMBER.exec(text.replace(/[\s.()-]/g, ''))?.[1] ?? text
}

/** How operators write an amount without end. */
export const SAYS_UNLIMITED = /unlimited|illimit/i
