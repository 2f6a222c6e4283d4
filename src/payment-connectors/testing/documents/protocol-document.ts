/**
 * What a provider's own document says about its messages, as data. Written from the document and never from the sandbox or the connector: both are
 * held against it (docs/decisions/0051-held-against-documents.md). For tests and docs/protocols.
 */

export type Value =
  | { as: 'text'; example: string; among?: readonly string[]; pattern?: RegExp; atMost?: number; orNull?: true }
  | { as: 'number'; example: number; isWhole?: true; orNull?: true }
  | { as: 'truth'; example: boolean; orNull?: true }
  | { as: 'list'; of: Value; atLeast?: number; /** In XML one is no list. */ mayBeOne?: true; orNull?: true }
  | RecordValue
  /** The document names the field and not its kind. */
  | { as: 'anything'; example: unknown; orNull?: true }

export type RecordValue = {
  as: 'record'
  required: Fields
  optional: Fields
  /** Names are chosen by whoever writes it. */
  isFree?: true
  orNull?: true
}
export type Fields = Readonly<Record<string, Value>>

/** One kind of body. */
export type Message = {
  /** File and section of the document. */
  source: string
  body: RecordValue
  /** Fields that our connector looks at, or that it must send; all others may be missing or anything. */
  reliesOn: readonly string[]
  /** The field whose every documented value must have a reading. */
  decides?: string
  /** The HTTP status that goes with each value of a field. */
  statusBy?: { field: string; status: Readonly<Record<string, number>> }
  /** Fields of an agreement of ours, which no document has: they may come along. */
  ours?: Fields
}

export type Call = {
  source: string
  method: 'GET' | 'POST' | 'PUT'
  /** Below the address of the API: /requeststates/{id}. */
  path: string
  /** A part of the body that tells it from other calls at the same address. */
  mark?: string
  headers: { required: Fields; optional: Fields }
  query?: { required: Fields; optional: Fields }
  /** The body that we send, and how it is written. */
  request: Message | null
  writtenAs: 'json' | 'xml' | 'form'
  /** By HTTP status. */
  answers: Readonly<Record<number, readonly string[]>>
}

export type Answer = { status: number; message: string; given: Readonly<Record<string, unknown>> }

/** What the connector makes of one documented answer, written with its required fields only and with all of them. */
export type Reading = Answer & {
  /** The call, or 'notice'. */
  of: string
  /** The observation, or the result of a start, in the words of `summary-of.ts`. */
  means: string
  /** In which situation it is asked, where one call serves several. */
  when?: string
  /** Only at this size, where the optional fields make the difference. */
  size?: 'smallest' | 'largest'
  /** What other calls answer meanwhile; everything else is not found. */
  others?: Readonly<Record<string, Answer>>
}

export type ProtocolDocument = {
  title: string
  /** Where the document can be read. */
  documents: readonly string[]
  calls: Readonly<Record<string, Call>>
  messages: Readonly<Record<string, Message>>
  /** Names of the messages that the provider sends by itself. */
  notices: readonly string[]
  noticesWrittenAs?: Call['writtenAs']
  readings: readonly Reading[]
}

type TextRules = { among?: readonly string[]; pattern?: RegExp; atMost?: number }

export function text(example: string, rules: TextRules = {}): Extract<Value, { as: 'text' }> {
  return { as: 'text', example, ...rules }
}

export function among(...values: readonly [string, ...string[]]): Extract<Value, { as: 'text' }> {
  return { as: 'text', example: values[0], among: values }
}

export function whole(example: number): Value {
  return { as: 'number', example, isWhole: true }
}

export function decimal(example: number): Value {
  return { as: 'number', example }
}

export function truth(example: boolean): Value {
  return { as: 'truth', example }
}

export function list(of: Value, atLeast = 0): Value {
  return { as: 'list', of, atLeast }
}

/** Elements of one name in XML. */
export function repeated(of: Value): Value {
  return { as: 'list', of, mayBeOne: true }
}

export function record(required: Fields, optional: Fields = {}): RecordValue {
  return { as: 'record', required, optional }
}

/** A record whose names the document leaves open. */
export const FREE_RECORD: RecordValue = { as: 'record', required: {}, optional: {}, isFree: true }

export function anything(example: unknown = null): Value {
  return { as: 'anything', example }
}

export function orNull<Kind extends Value>(value: Kind): Kind & { orNull: true } {
  return { ...value, orNull: true }
}

export const NO_FIELDS = { required: {}, optional: {} } as const
