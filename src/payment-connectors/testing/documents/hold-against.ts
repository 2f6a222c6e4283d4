import type { Fields, Message, RecordValue, Value } from './protocol-document.ts'

/** Where a body differs from what the document says, each in a few words; empty when it is legal. */
export function deviationsOf(message: Message, body: unknown): string[] {
  const { body: documented, ours = {} } = message
  return inRecord(body, { ...documented, optional: { ...documented.optional, ...ours } }, '')
}

export function deviationsInFields(
  given: Readonly<Record<string, unknown>>,
  { required, optional }: Pick<RecordValue, 'required' | 'optional'>,
) {
  return inRecord(given, { as: 'record', required, optional }, '')
}

function inRecord(given: unknown, { required, optional, isFree }: RecordValue, path: string): string[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [`${path || 'the body'} is no record`]
  const fields: Record<string, unknown> = { ...given }
  const missing = Object.keys(required).filter((name) => fields[name] === undefined)
  const known: Fields = { ...optional, ...required }
  return [
    ...missing.map((name) => `${path}${name} is missing`),
    ...Object.entries(fields).flatMap(([name, value]) => {
      if (value === undefined) return []
      const documented = Object.hasOwn(known, name) ? known[name] : undefined
      if (documented) return inValue(value, documented, `${path}${name}`)
      return isFree ? [] : [`${path}${name} is not in the document`]
    }),
  ]
}

function inValue(given: unknown, value: Value, path: string): string[] {
  if (given === null) return value.orNull || (value.as === 'anything' && value.example === null) ? [] : [`${path} is null`]
  switch (value.as) {
    case 'anything':
      return []
    case 'record':
      return inRecord(given, value, `${path}.`)
    case 'list':
      return inList(given, value, path)
    case 'text':
      return inText(given, value, path)
    case 'number':
      return typeof given === 'number' && (!value.isWhole || Number.isInteger(given))
        ? []
        : [`${path} is no ${value.isWhole ? 'whole ' : ''}number`]
    case 'truth':
      return typeof given === 'boolean' ? [] : [`${path} is neither true nor false`]
  }
}

function inList(given: unknown, { of, atLeast = 0, mayBeOne }: Extract<Value, { as: 'list' }>, path: string): string[] {
  if (!Array.isArray(given)) return mayBeOne ? inValue(given, of, path) : [`${path} is no list`]
  const short = given.length < atLeast ? [`${path} has fewer than ${atLeast}`] : []
  return [...short, ...given.flatMap((one, index) => inValue(one, of, `${path}[${index}]`))]
}

function inText(given: unknown, { among, pattern, atMost }: Extract<Value, { as: 'text' }>, path: string): string[] {
  if (typeof given !== 'string') return [`${path} is no text`]
  if (among && !among.includes(given)) return [`${path} is '${given}', not one of ${among.join(', ')}`]
  if (pattern && !pattern.test(given)) return [`${path} is '${given}', not like ${String(pattern)}`]
  return atMost !== undefined && given.length > atMost ? [`${path} is longer than ${atMost}`] : []
}
