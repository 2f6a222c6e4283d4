import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** JSON without its nulls: a field or entry that is null means the same as an absent one. Undefined where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => {
      if (value === null) return undefined
      // Without the gaps that its nulls have left.
      return Array.isArray(value) ? value.filter(() => true) : value
    })
  } catch {
    return undefined
  }
}

/** A value with the expected shape, or null. Numbers sent as text, and texts sent as whole numbers, are read where that is unambiguous. */
export function readShape<Shape extends TSchema>(shape: Shape, value: unknown): Static<Shape> | null {
  if (Value.Check(shape, value)) return value
  const written = rewrite(shape, value)
  return Value.Check(shape, written) ? written : null
}

/** `1.500` may be a thousand and a half or one and a half: a text with three decimals is no number, unless it begins with a zero. */
const NUMBER = /^-?(?:0\.[0-9]{1,8}|(?:0|[1-9][0-9]{0,11})(?:\.(?:[0-9]{1,2}|[0-9]{4,8}))?)$/

function rewrite(shape: unknown, value: unknown): unknown {
  const { type, properties, items, anyOf }: Record<string, unknown> = Object(shape)
  if ((type === 'number' || type === 'integer') && typeof value === 'string') return NUMBER.test(value) ? Number(value) : value
  if (type === 'string' && Number.isSafeInteger(value)) return String(value)
  if (Array.isArray(anyOf)) return rewriteAsAny(anyOf, value)
  if (Array.isArray(value)) return value.map((each) => rewrite(items, each))
  if (typeof value !== 'object' || value === null || typeof properties !== 'object' || properties === null) return value
  const fields = Object.entries(properties)
    .filter(([name]) => Object.hasOwn(value, name))
    .map(([name, inner]) => [name, rewrite(inner, Reflect.get(value, name))])
  return { ...value, ...Object.fromEntries(fields) }
}

function rewriteAsAny(shapes: readonly TSchema[], value: unknown): unknown {
  if (shapes.some((shape) => Value.Check(shape, value))) return value
  const written = shapes.map((shape) => ({ shape, value: rewrite(shape, value) }))
  return (written.find((each) => Value.Check(each.shape, each.value)) ?? { value }).value
}
