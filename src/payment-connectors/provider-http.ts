import type { Static, TSchema } from 'typebox'
import { parseJson, readShape } from '#outbound/json-text.ts'
import { UpstreamError, troubleOfStatus } from '#outbound/upstream-error.ts'
import { TIME_LIMITS_MS } from '#outbound/outbound-limits.ts'
import { send, type OutboundCall } from '#outbound/send.ts'
import { currentRequestId } from '#outbound/request-context.ts'
import { plainAnswer } from './plain-answer.ts'
import { ProviderUnavailable, type CallContext } from './payment-connector.ts'

export type ProviderCall = {
  /** For messages and the log only, like `route`, which names the call and never its URL. */
  provider: string
  route: string
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** A token request, which involves no payment: short, and ignored when deciding whether the payment may have arrived. */
  isForToken?: true
  /** The header in which the provider accepts our request id; null where such a header has another meaning. */
  correlationHeader?: string | null
  /** The provider sends refusals with a 5xx status too: such a response is read instead of counted as a failure. */
  readsErrors?: true
}

/** A complete response: never a redirect, an empty or an endless body, and a 5xx only where refusals come so. */
export type ProviderResponse = { provider: string; status: number; text: string; retryAfter?: string }

type Context = Pick<CallContext, 'fetch'> & Partial<CallContext>

/** The largest genuine response of these protocols is a few kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024
const CORRELATION_HEADER = 'x-correlation-id'

/** Operations that have sent their provider a request it may act upon. */
const hasSpoken = new WeakSet<Context>()

/**
 * All calls of connectors go through here. An unusable response becomes ProviderUnavailable: the payment may exist. Only a request that was
 * surely never sent proves the opposite, and only if the same operation sent nothing before it: an accepted payment does not vanish because
 * its details cannot be read. Messages name no address, header or body: those contain keys and numbers.
 */
export async function callProvider(context: Context, call: ProviderCall): Promise<ProviderResponse> {
  const { provider } = call
  try {
    const { status, text, headers } = await send(outboundCall(context, call))
    noteSpoken(context, call, status)
    context.onAnswer?.(status)
    const retryAfter = headers.get('retry-after')
    return readWhole({ provider, status, text, ...(retryAfter !== null && { retryAfter }) }, call)
  } catch (error) {
    if (error instanceof ProviderUnavailable || !(error instanceof UpstreamError)) throw error
    if (error.mayHaveArrived) noteSpoken(context, call, null)
    const { why, status, detail } = error
    const mayHaveArrived = error.mayHaveArrived || hasSpoken.has(context)
    throw new ProviderUnavailable(`${provider} did not answer (${detail ?? why})`, mayHaveArrived, { why, status })
  }
}

function outboundCall(
  context: Context,
  { provider, isForToken, correlationHeader, readsErrors: _read, ...call }: ProviderCall,
): OutboundCall {
  const { fetch, timeoutMs = TIME_LIMITS_MS.long, correlationId: id = currentRequestId(), log } = context
  const header = correlationHeader === undefined ? CORRELATION_HEADER : correlationHeader
  return {
    ...call,
    system: provider,
    isRead: call.method === 'GET',
    fetch,
    log,
    until: isForToken ? Math.min(timeoutMs, TIME_LIMITS_MS.short) : timeoutMs,
    largestAnswerBytes: MAX_ANSWER_BYTES,
    correlation: id === undefined ? undefined : { id, header },
  }
}

/** A query requests no action, and a call answered 401 was not carried out. */
function noteSpoken(context: Context, { method, isForToken }: ProviderCall, status: number | null): void {
  if (method !== 'GET' && !isForToken && status !== 401) hasSpoken.add(context)
}

function readWhole(answer: ProviderResponse, { readsErrors }: ProviderCall): ProviderResponse {
  const { provider, status } = answer
  const isEmpty = answer.text.trim() === ''
  const trouble = readsErrors && status >= 500 && !isEmpty ? null : troubleOfStatus(status)
  const answered = plainAnswer(answer)
  if (trouble) throw new ProviderUnavailable(`${provider} answered HTTP ${status}`, true, { why: trouble.why, status, answered })
  if (isEmpty)
    throw new ProviderUnavailable(`${provider} answered HTTP ${status} without a body`, true, { why: 'unreadable', status, answered })
  return answer
}

/** The JSON of a response when it has the expected shape; else null. */
export function readJson<Schema extends TSchema>(text: string, schema: Schema): Static<Schema> | null {
  return readShape(schema, parseJson(text))
}

/** For a response without known content: a truncated document, another shape, another payment. */
export function unreadable(answer: ProviderResponse): ProviderUnavailable {
  const { provider, status } = answer
  const details = { why: 'unreadable', status, answered: plainAnswer(answer) } as const
  return new ProviderUnavailable(`${provider} answered HTTP ${status} with something we cannot read`, true, details)
}
