import type { Schema } from '#operator/tmforum/document-types.ts'

const SAMPLES: Record<string, unknown> = {
  string: 'a text',
  number: 1,
  integer: 1,
  boolean: true,
  object: {},
  'date-time': '2026-11-15T10:00:00.000Z',
  uri: 'https://bss.example.ne/thing/1',
}

/** The smallest legal value: what is required and nothing else, null where that is legal. */
export function smallest(schema: Schema): unknown {
  return sample(schema, false)
}

/** The largest value: every documented field once. */
export function largest(schema: Schema): unknown {
  return sample(schema, true)
}

function sample(schema: Schema, isLargest: boolean): unknown {
  const { type, format, properties, required = [], items, minItems = 0, anyOf } = schema
  if (anyOf) return sample(anyOf.at(-1) ?? {}, isLargest)
  if (!isLargest && type?.includes('null')) return null
  if (properties) {
    const names = Object.keys(properties).filter((name) => isLargest || required.includes(name))
    return Object.fromEntries(names.map((name) => [name, sample(properties[name] ?? {}, isLargest)]))
  }
  if (items) return Array.from({ length: Math.max(minItems, isLargest ? 1 : 0) }, () => sample(items, isLargest))
  const example = schema.examples ?? schema.enum
  return example ? example[0] : (SAMPLES[format ?? String(type)] ?? 'anything')
}

/** For requests: an undocumented field is a deviation too. */
export function closed(schema: Schema): Schema {
  const { properties, items } = schema
  return {
    ...schema,
    ...(items ? { items: closed(items) } : {}),
    ...(properties
      ? {
          additionalProperties: false,
          properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, closed(inner)])),
        }
      : {}),
  }
}
