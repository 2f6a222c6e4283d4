import type { Kind } from './document-shapes.ts'

type Options = {
  /** Fields that the document does not know are deviations as well: for what we send. Servers may extend. */
  isClosed?: boolean
}

/** How a value differs from the document, one line each: empty when it is legal. */
export function deviations(kind: Kind, value: unknown, options: Options = {}, at = ''): string[] {
  const here = at === '' ? 'the message' : at
  if (kind.kind === 'list') {
    if (!Array.isArray(value)) return [`${here} is no list`]
    const few = value.length < kind.atLeast ? [`${here} has fewer than ${kind.atLeast}`] : []
    return [...few, ...value.flatMap((entry, index) => deviations(kind.of, entry, options, `${at}[${index}]`))]
  }
  if (kind.kind === 'object') return objectDeviations(kind, value, options, at)
  if (kind.kind === 'words')
    return typeof value === 'string' && kind.words.includes(value) ? [] : [`${here} is none of the document's words`]
  return IS_LEGAL[kind.kind](value) ? [] : [`${here} is no ${kind.kind}`]
}

function objectDeviations(kind: Extract<Kind, { kind: 'object' }>, value: unknown, options: Options, at: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at === '' ? 'the message' : at} is no object`]
  const given = Object.entries(value).filter(([, inner]) => inner !== undefined)
  const names = new Set(given.map(([name]) => name))
  const below = (name: string) => (at === '' ? name : `${at}.${name}`)
  const missing = Object.entries(kind.fields).filter(([name, { isRequired }]) => isRequired && !names.has(name))
  return [
    ...missing.map(([name]) => `${below(name)} is missing`),
    ...given.flatMap(([name, inner]: [string, unknown]) => {
      const field = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined
      if (field) return deviations(field.holds, inner, options, below(name))
      return options.isClosed ? [`${below(name)} is not in the document`] : []
    }),
  ]
}

const IS_LEGAL = {
  text: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number' && Number.isFinite(value),
  whole: (value: unknown) => Number.isInteger(value),
  flag: (value: unknown) => typeof value === 'boolean',
  time: (value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(value) && !Number.isNaN(Date.parse(value)),
  uri: (value: unknown) => typeof value === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(value),
  anything: () => true,
  unread: (value: unknown) => typeof value === 'object' && value !== null,
} as const satisfies Record<string, (value: unknown) => boolean>
