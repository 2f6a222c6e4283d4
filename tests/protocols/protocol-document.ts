import type { Schema } from '#operator/tmforum/document-types.ts'

/**
 * A provider's documented messages, as data. Written from the document and never from the sandbox or the connector: both are checked
 * against it (docs/decisions/0051-held-against-documents.md). For tests and docs/protocols.
 */

export type Fields = Readonly<Record<string, Schema>>

/** One kind of body. */
export type Message = {
  /** File and section of the document. */
  source: string
  body: Schema
  /** Fields that our connector reads, or that it must send; others may be missing or have any value. */
  reliesOn: readonly string[]
  /** The field whose every documented value must have a reading. */
  decides?: string
  /** The HTTP status that goes with each value of a field. */
  statusBy?: { field: string; status: Readonly<Record<string, number>> }
}

export type Call = {
  source: string
  method: 'GET' | 'POST' | 'PUT'
  /** Below the address of the API: /requeststates/{id}. */
  path: string
  /** A part of the body that distinguishes it from other calls at the same address. */
  mark?: string
  /** Names in lower case. */
  headers: Schema
  query?: Schema
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
  /** The situation, where one call serves several. */
  when?: string
  /** Only at this size, where the optional fields make the difference. */
  size?: 'smallest' | 'largest'
  /** Responses to other calls meanwhile; any further call is not found. */
  others?: Readonly<Record<string, Answer>>
}

export type ProtocolDocument = {
  title: string
  /** Where the document can be read. */
  documents: readonly string[]
  calls: Readonly<Record<string, Call>>
  messages: Readonly<Record<string, Message>>
  /** Names of the messages that the provider sends by itself. */
  webhooks: readonly string[]
  webhooksWrittenAs?: Call['writtenAs']
  readings: readonly Reading[]
}

type TextRules = { pattern?: RegExp; atMost?: number }

export function text(example: string, { pattern, atMost }: TextRules = {}): Schema {
  const rules = { ...(pattern && { pattern: pattern.source }), ...(atMost !== undefined && { maxLength: atMost }) }
  return { type: 'string', examples: [example], ...rules }
}

export const among = (...values: string[]): Schema => ({ type: 'string', enum: values })
export const whole = (example: number): Schema => ({ type: 'integer', examples: [example] })
export const decimal = (example: number): Schema => ({ type: 'number', examples: [example] })
export const truth = (example: boolean): Schema => ({ type: 'boolean', examples: [example] })
export const list = (items: Schema, minItems = 0): Schema => ({ type: 'array', items, minItems })
/** Elements of one name in XML: one is no list. */
export const repeated = (items: Schema): Schema => ({ anyOf: [items, list(items)] })

export function record(required: Fields, optional: Fields = {}): Schema {
  return {
    type: 'object',
    required: Object.keys(required),
    properties: { ...required, ...optional, ...required },
    additionalProperties: false,
  }
}

export const NO_FIELDS = record({})
/** A record whose names the document leaves open. */
export const FREE_RECORD: Schema = { type: 'object', examples: [{}] }

/** The document names the field and not its kind. */
export const anything = (example: unknown): Schema => ({
  type: ['string', 'number', 'boolean', 'object', 'array'],
  examples: [example],
})

export const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema.type ?? [], 'null'].flat() })

export function reading(
  of: string,
  status: number,
  message: string,
  given: Answer['given'],
  means: string,
  more: Partial<Reading> = {},
): Reading {
  return { of, status, message, given, means, ...more }
}
