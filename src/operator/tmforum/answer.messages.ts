import { parseJson } from '#outbound/json-text.ts'
import { UpstreamError, troubleOfStatus } from '#outbound/upstream-error.ts'
import type { UpstreamResponse } from '#outbound/send.ts'
import type { OperatorFault } from '#shared/operator-answer.ts'

export type JsonAnswer = { status: number; headers: Headers; body: unknown }

/** A response in JSON, or empty. Any other, with any status, did not come from the system we called (F26). */
export function readJson({ status, headers, text }: UpstreamResponse): JsonAnswer {
  const trouble = troubleOfStatus(status)
  if (trouble) throw trouble
  // The body of a refused key is irrelevant, and is often a page of the gateway in front.
  if (status === 401 || text.trim() === '') return { status, headers, body: undefined }
  const isJson = /^application\/([a-z0-9.-]+\+)?json\b/i.test(headers.get('content-type') ?? '')
  const body = isJson ? parseJson(text) : undefined
  if (typeof body !== 'object') throw new UpstreamError('unreadable', { mayHaveArrived: true, status })
  return { status, headers, body }
}

const MAX_CODE = 40
const MAX_MESSAGE = 300

/**
 * Maps a refusal (4xx). TM Forum's Error is `{code, reason, message}`, older gateways send `{statusCode, statusMessage}`. A 404 is
 * `not-found`, unless its code has a text for the visitor.
 */
export function faultOfRefusal({ status, body }: JsonAnswer, codesWithWords: readonly string[]): OperatorFault {
  const code = textOf(body, 'code', 'statusCode') ?? String(status)
  if (status === 404 && !codesWithWords.includes(code)) return { kind: 'not-found' }
  const message = textOf(body, 'message', 'reason', 'statusMessage')
  return { kind: 'rejected', code: code.slice(0, MAX_CODE), ...(message ? { message: message.slice(0, MAX_MESSAGE) } : {}) }
}

function textOf(body: unknown, ...names: string[]): string | null {
  if (typeof body !== 'object' || body === null) return null
  const fields: Record<string, unknown> = { ...body }
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string' || typeof value === 'number')
  return found === undefined ? null : String(found)
}
