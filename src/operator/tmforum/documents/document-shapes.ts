/**
 * What an official document says about one message, as data: from these tables the adapter, what it sends and what the sandbox
 * answers are tested, and docs/protocols/tmforum-messages.md is written. Facts only, no text of the documents.
 */
export type Kind =
  | { kind: 'text' | 'number' | 'whole' | 'flag' | 'time' | 'uri' | 'anything' }
  /** An object that we neither send nor look into. */
  | { kind: 'unread' }
  | { kind: 'words'; words: readonly string[] }
  | { kind: 'list'; of: Kind; atLeast: number }
  | { kind: 'object'; fields: Fields }

/** Required by the document, or optional. */
export type Fields = Readonly<Record<string, { isRequired: boolean; holds: Kind }>>

export const text: Kind = { kind: 'text' }
export const number: Kind = { kind: 'number' }
export const whole: Kind = { kind: 'whole' }
export const flag: Kind = { kind: 'flag' }
export const time: Kind = { kind: 'time' }
export const uri: Kind = { kind: 'uri' }
export const anything: Kind = { kind: 'anything' }
export const unread: Kind = { kind: 'unread' }
export const words = (...all: string[]): Kind => ({ kind: 'words', words: all })
export const list = (of: Kind, atLeast = 0): Kind => ({ kind: 'list', of, atLeast })

/** Every type of every document may be extended, and says so with these. */
const EXTENSION = { '@baseType': text, '@schemaLocation': uri, '@type': text }

export function object(required: Record<string, Kind>, optional: Record<string, Kind> = {}): Kind {
  const marked = (kinds: Record<string, Kind>, isRequired: boolean) =>
    Object.entries(kinds).map(([name, holds]) => [name, { isRequired, holds }] as const)
  return { kind: 'object', fields: Object.fromEntries([...marked({ ...EXTENSION, ...optional }, false), ...marked(required, true)]) }
}

/** A reference to something elsewhere: an id and, if the server likes, more. */
export const reference = (optional: Record<string, Kind> = {}, required: Record<string, Kind> = {}): Kind =>
  object({ id: text, ...required }, { href: text, name: text, '@referredType': text, ...optional })

export const period = object({}, { startDateTime: time, endDateTime: time })
export const money = object({}, { unit: text, value: number })
export const quantity = object({}, { amount: number, units: text })
/** A party that has to say what it is. */
export const party = reference({ role: text }, { '@referredType': text })

const SAMPLES = {
  text: 'a text',
  number: 1,
  whole: 1,
  flag: true,
  time: '2026-11-15T10:00:00.000Z',
  uri: 'https://bss.example.ne/thing/1',
  anything: 'anything',
  unread: {},
} as const

/** The smallest legal value: what is required and nothing else. */
export function smallest(kind: Kind): unknown {
  if (kind.kind === 'list') return Array.from({ length: kind.atLeast }, () => smallest(kind.of))
  return sample(kind, smallest, ([, { isRequired }]) => isRequired)
}

/** Everything that the document knows, once. */
export function largest(kind: Kind): unknown {
  if (kind.kind === 'list') return [largest(kind.of)]
  return sample(kind, largest, () => true)
}

function sample(
  kind: Exclude<Kind, { kind: 'list' }>,
  inner: (kind: Kind) => unknown,
  isThere: (field: [string, Fields[string]]) => boolean,
): unknown {
  if (kind.kind === 'words') return kind.words[0]
  if (kind.kind !== 'object') return SAMPLES[kind.kind]
  const there = Object.entries(kind.fields).filter(isThere)
  return Object.fromEntries(there.map(([name, { holds }]) => [name, inner(holds)]))
}

/** Where the document has a closed list of words at the first level, and which. */
export function wordsOf(kind: Kind): { field: string; words: readonly string[] }[] {
  if (kind.kind !== 'object') return []
  return Object.entries(kind.fields).flatMap(([field, { holds }]) => (holds.kind === 'words' ? [{ field, words: holds.words }] : []))
}

/** Names of the first level. */
export function fieldNames(kind: Kind): { required: string[]; optional: string[] } {
  const fields = kind.kind === 'object' ? Object.entries(kind.fields).filter(([name]) => !Object.hasOwn(EXTENSION, name)) : []
  const named = (wanted: boolean) => fields.filter(([, { isRequired }]) => isRequired === wanted).map(([name]) => name)
  return { required: named(true), optional: named(false) }
}
