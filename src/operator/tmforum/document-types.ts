import { Value } from 'typebox/value'

/** A JSON Schema, as far as documents of upstreams need one. */
export type Schema = {
  type?: string | string[]
  format?: string
  enum?: readonly string[]
  pattern?: string
  maxLength?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: false
  items?: Schema
  minItems?: number
  anyOf?: Schema[]
  examples?: unknown[]
}

const SCALARS: Record<string, Schema> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  time: { type: 'string', format: 'date-time' },
  uri: { type: 'string', format: 'uri' },
  object: { type: 'object' },
  any: {},
}
const EXTENSION = ['@baseType?', '@schemaLocation?:uri', '@type?']
const DECLARATION = /^(?:(enum|part|plain) )?(\w+):(.*(?:\n +.*)*)/gm
const FIELD = /^([\w@]+)(\?)?(?::(\w+)(?:\[(\d*)\])?)?$/

/** The types of a text in the notation that documents.txt explains, each as a JSON Schema; null for an undefined name. */
export function readTypes(text: string): (name: string) => Schema | null {
  const declared = new Map(
    [...text.matchAll(DECLARATION)].map(([, kind, name = '', body = '']) => [
      name,
      { kind, words: [...body.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word.replaceAll('"', '')) },
    ]),
  )
  const wordsOf = (name: string): string[] => {
    const words = declared.get(name)?.words ?? []
    return words.flatMap((word) => (word.startsWith('...') ? wordsOf(word.slice(3)) : [word]))
  }

  function typeNamed(name: string): Schema | null {
    const kind = declared.get(name)?.kind
    if (!declared.has(name)) return SCALARS[name] ?? null
    if (kind === 'enum') return { type: 'string', enum: wordsOf(name) }
    const fields = [...wordsOf(name), ...(kind === 'plain' ? [] : EXTENSION)].map((word) => fieldOf(word, name))
    return {
      type: 'object',
      required: fields.flatMap(({ field, isRequired }) => (isRequired ? [field] : [])),
      properties: Object.fromEntries(fields.map(({ field, holds }) => [field, holds])),
    }
  }

  function fieldOf(word: string, of: string): { field: string; isRequired: boolean; holds: Schema } {
    const [, field = '', mark, type = 'string', atLeast] = FIELD.exec(word) ?? []
    const one = typeNamed(type)
    if (field === '' || !one) throw new Error(`'${word}' of ${of} is no field`)
    const holds: Schema = atLeast === undefined ? one : { type: 'array', items: one, minItems: Number(atLeast) }
    return { field, isRequired: mark === undefined, holds }
  }

  return typeNamed
}

/** How a value differs from a schema, one line each: empty when it is valid. */
export function deviations(schema: Schema, value: unknown): string[] {
  return Value.Errors(schema, value).flatMap((error) => {
    const path = error.instancePath.slice(1).replaceAll('/', '.')
    const below = (name: string) => (path === '' ? name : `${path}.${name}`)
    if (error.keyword === 'required') return error.params.requiredProperties.map((name) => `${below(name)} is missing`)
    if (error.keyword === 'additionalProperties')
      return error.params.additionalProperties.map((name) => `${below(name)} is not in the document`)
    // Covered by additionalProperties.
    if (error.keyword === 'boolean') return []
    const message = error.keyword === 'enum' ? `must be one of ${error.params.allowedValues.join(', ')}` : error.message
    return [`${path || 'the message'} ${message}`]
  })
}
