import type { Fields, Message, RecordValue, Value } from './protocol-document.ts'

type Body = Record<string, unknown>

/** The smallest body that the document allows, with what is given. */
export function smallest({ body }: Message, given: Body = {}): Body {
  return merged(recordOf(body, false), given)
}

/** The largest: every field that the document names. */
export function largest({ body }: Message, given: Body = {}): Body {
  return merged(recordOf(body, true), given)
}

function recordOf({ required, optional }: RecordValue, isLargest: boolean): Body {
  const fields: Fields = isLargest ? { ...optional, ...required } : required
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, exampleOf(value, isLargest)]))
}

function exampleOf(value: Value, isLargest: boolean): unknown {
  // What may be null is null in the smallest message.
  if (value.orNull && !isLargest) return null
  if (value.as === 'record') return recordOf(value, isLargest)
  if (value.as !== 'list') return value.example
  const count = Math.max(value.atLeast ?? 0, isLargest ? 1 : 0)
  return Array.from({ length: count }, () => exampleOf(value.of, isLargest))
}

/** Given fields replace examples; records are joined, so that a part of one can be given. Undefined takes a field away. */
function merged(body: Body, given: Body): Body {
  const names = new Set([...Object.keys(body), ...Object.keys(given)])
  const all = [...names].map((name): [string, unknown] => {
    if (!Object.hasOwn(given, name)) return [name, body[name]]
    const [own, other] = [body[name], given[name]]
    return [name, isRecord(own) && isRecord(other) ? merged(own, other) : other]
  })
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}

function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
