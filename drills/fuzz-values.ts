type Chance = () => number
type Schema = Record<string, unknown>

export function pick<Value>(chance: Chance, values: readonly Value[]): Value {
  return values[Math.floor(chance() * values.length)] as Value
}

/** Texts that fit some pattern of the contracts; the first that fits is taken. */
const FITTING_TEXTS = [
  '90000001',
  '123456',
  'AAAAAAAAAAAAAAAAAAAAAA',
  'amina@example.ne',
  'P1234567890',
  '1000000003',
  'DATA_100MB_1D',
  'PREPAID',
  'Bearer AAAAAAAAAAAAAAAAAAAAAA',
  'A'.repeat(344),
  'fr',
  'INVOICE',
  'https://example.ne/',
  '2026-11-15',
]

/** Invalid values: other types, scripts, sizes and injections. */
const NASTY_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '９０００００01',
  '\u202egnirts',
  '👩‍👩‍👧‍👦'.repeat(50),
  'é'.repeat(5_000),
  'x'.repeat(70_000),
  "'; drop table pay_order; --",
  '${7*7}{{7*7}}<script>alert(1)</script>',
  '../../../../etc/passwd',
  'a@b.co\r\nBcc: c@d.co',
  '%00%ff%2e%2e',
  [],
  {},
  [[[[[[[]]]]]]],
  ['90000001', '90000001'],
  { $gt: '' },
  { toString: 'x', valueOf: 1, constructor: { prototype: { a: 1 } } },
]

const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '']

/** A value valid by the schema, as far as a generator can tell. */
export function fittingValue(schema: Schema, chance: Chance): unknown {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined
  if (choices) return fittingValue(pick(chance, choices), chance)
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return pick(chance, schema['enum'] as unknown[])
  switch (schema['type']) {
    case 'object':
      return fittingObject(schema, chance)
    case 'array':
      return [fittingValue((schema['items'] ?? {}) as Schema, chance)]
    case 'integer':
    case 'number':
      return (typeof schema['minimum'] === 'number' ? schema['minimum'] : 0) + Math.floor(chance() * 500)
    case 'boolean':
      return chance() < 0.5
    case 'null':
      return null
    default:
      return fittingText(schema, chance)
  }
}

function fittingObject(schema: Schema, chance: Chance): Record<string, unknown> {
  const required = new Set((schema['required'] ?? []) as string[])
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  return Object.fromEntries(
    fields.filter(([name]) => required.has(name) || chance() < 0.5).map(([name, field]) => [name, fittingValue(field, chance)]),
  )
}

function fittingText(schema: Schema, chance: Chance): string {
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : null
  if (!pattern) return pick(chance, FITTING_TEXTS)
  return FITTING_TEXTS.find((text) => pattern.test(text)) ?? 'text'
}

export function nastyValue(chance: Chance): unknown {
  return pick(chance, NASTY_VALUES)
}

/** The same value with one error. */
export function spoilt(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null || chance() < 0.1) return nastyValue(chance)
  if (Array.isArray(value)) return chance() < 0.5 ? [...value, nastyValue(chance)] : value.map((item) => spoilt(item, chance))
  const fields = Object.entries(value)
  const way = chance()
  if (fields.length === 0 || way < 0.2)
    return withField(fields, chance() < 0.5 ? pick(chance, PROTOTYPE_KEYS) : 'price', nastyValue(chance))
  const victim = Math.floor(chance() * fields.length)
  if (way < 0.35) return Object.fromEntries(fields.filter((_, position) => position !== victim))
  return Object.fromEntries(fields.map(([name, field], position) => [name, position === victim ? spoilt(field, chance) : field]))
}

/** A field of any name, `__proto__` included: JSON has no trouble with it. */
function withField(fields: [string, unknown][], name: string, value: unknown): object {
  const object: object = Object.fromEntries(fields)
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  return object
}
