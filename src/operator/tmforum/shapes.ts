import { type Static, Type } from 'typebox'
import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'

/** The documents specify text; some servers number their resources. */
export const Id = Type.Union([Type.String({ minLength: 1 }), Type.Number()])

/** What names a resource. No document requires either field: each reader defines what happens without them. */
export const NAMED = { id: Type.Optional(Id), href: Type.Optional(Type.String()) }

/** The id, or the last part of the address where there is only an address. */
export function idOf({ id, href }: { id?: string | number; href?: string }): string | null {
  if (id !== undefined) return String(id)
  const [, segment] = /\/([^/?#]+)\/?(?:[?#].*)?$/.exec(href ?? '') ?? []
  if (segment === undefined) return null
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A response without a name and without the fields its document requires comes from another server. */
export function isAnswer(resource: { id?: string | number; href?: string }, required: string): boolean {
  return idOf(resource) !== null || Object.hasOwn(resource, required)
}

/**
 * Values of the documents are compared case-insensitively and trimmed: 637 itself spells one 'aborted ', and 676 does not define its own.
 */
export function wordOf(text: string | undefined): string {
  return (text ?? '').trim().toLowerCase()
}

/** Money of the balance document (654). */
export const Quantity = Type.Object({ amount: Type.Optional(Type.Number()), units: Type.Optional(Type.String()) })
/** Money of every other document. */
export const Money = Type.Object({ unit: Type.Optional(Type.String()), value: Type.Optional(Type.Number()) })
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
  return everythingAt(resource, path)
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String)
}

/** The value there, of any type. */
export function everythingAt(resource: unknown, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>((level, name) => level.flatMap((item) => inside(item, name)), [resource])
}

function inside(item: unknown, name: string): unknown[] {
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, name)) return []
  const value: unknown = Reflect.get(item, name)
  return Array.isArray(value) ? value : [value]
}

/** '22790123456', '+227 90 12 34 56' and '90123456' become the national number; other text is returned unchanged. */
export function nationalNumber(text: string): string {
  const digits = /^\+?[\s\d.()-]+$/.test(text) ? nationalDigits(text) : ''
  return isMobileNumber(digits) ? digits : text
}

/** How operators write an amount without end. */
export const SAYS_UNLIMITED = /unlimited|illimit/i
