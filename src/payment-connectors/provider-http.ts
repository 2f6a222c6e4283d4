import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { ProviderUnavailable, type ConnectorContext } from './payment-connector.ts'

export type ProviderCall = {
  /** For messages only. */
  provider: string
  method: 'GET' | 'POST'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** An answer that came whole and from the provider itself: never a 5xx, a redirect, an empty or an endless body. */
export type ProviderAnswer = { provider: string; status: number; text: string }

/** The largest honest answer of these protocols is a few kilobytes. */
const LARGEST_ANSWER_BYTES = 256 * 1024

/**
 * The one place where connectors talk. What is not an answer becomes ProviderUnavailable: the payment may exist. Only a connection that was
 * never made proves the opposite. Messages name no address, header or body: those hold keys and numbers.
 */
export async function callProvider(context: Pick<ConnectorContext, 'fetch'>, call: ProviderCall): Promise<ProviderAnswer> {
  const { provider } = call
  try {
    const response = await context.fetch(call.url, {
      method: call.method,
      headers: { ...call.headers },
      redirect: 'manual',
      ...(call.body === undefined ? {} : { body: call.body }),
    })
    const text = await readText(response, provider)
    if (isNoAnswer(response.status)) throw new ProviderUnavailable(`${provider} answered HTTP ${response.status}`, true)
    if (text.trim() === '') throw new ProviderUnavailable(`${provider} answered HTTP ${response.status} without a body`, true)
    return { provider, status: response.status, text }
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error
    throw new ProviderUnavailable(`${provider} did not answer (${nameOf(error)})`, !isNeverConnected(error))
  }
}

/** The JSON of an answer when it has the shape we know; null when it has not. */
export function readJson<Schema extends TSchema>(text: string, schema: Schema): Static<Schema> | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  return Value.Check(schema, value) ? value : null
}

/** For an answer that came but says nothing we know: half a document, another shape, another payment. */
export function unreadable({ provider, status }: ProviderAnswer): ProviderUnavailable {
  return new ProviderUnavailable(`${provider} answered HTTP ${status} with something we cannot read`, true)
}

/** 408 and 429 come from whatever stands before the provider as often as from the provider itself. */
function isNoAnswer(status: number): boolean {
  return status >= 500 || status < 200 || (status >= 300 && status < 400) || status === 408 || status === 429
}

async function readText(response: Response, provider: string): Promise<string> {
  if (!response.body) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > LARGEST_ANSWER_BYTES) {
      await reader.cancel()
      throw new ProviderUnavailable(`${provider} answered more than ${LARGEST_ANSWER_BYTES} bytes`, true)
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** `connect` and `getaddrinfo` fail before a byte is sent; the same codes on an open connection prove nothing. */
function isNeverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(isConnectFailure)
  return isConnectFailure(cause)
}

function isConnectFailure(cause: unknown): boolean {
  const { syscall, code } = Object(cause) as { syscall?: unknown; code?: unknown }
  return syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT'
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = Object(error.cause) as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}
