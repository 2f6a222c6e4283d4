import type { Message } from './protocol-document.ts'
import * as samples from './samples.ts'

type Body = Record<string, unknown>

/** The smallest body that the document allows, with what is given. */
export function smallest({ body }: Message, given: Body = {}): Body {
  return merged(Object(samples.smallest(body)), given)
}

/** The largest body: every documented field. */
export function largest({ body }: Message, given: Body = {}): Body {
  return merged(Object(samples.largest(body)), given)
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
