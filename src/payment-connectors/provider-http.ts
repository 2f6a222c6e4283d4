import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { OutboundTrouble, troubleOfStatus } from '#outbound/outbound-trouble.ts'
import { TIME_LIMITS_MS } from '#outbound/room-sizes.ts'
import { send, type OutboundAnswer, type OutboundCall } from '#outbound/send.ts'
import { currentRequestId } from '#outbound/work-under-way.ts'
import { ProviderUnavailable, type CallContext } from './payment-connector.ts'

export type ProviderCall = {
  /** For messages and the log only, like `route`, which names the call and never its address. */
  provider: string
  route: string
  method: 'GET' | 'POST'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Brings a key and touches no payment: short, and of no weight for what may have arrived. */
  isForToken?: true
  /** The header in which the provider takes the id of our request; null where such a header means something else there. */
  correlationHeader?: string | null
}

/** An answer that came whole and from the provider itself: never a 5xx, a redirect, an empty or an endless body. */
export type ProviderAnswer = { provider: string; status: number; text: string }

type Context = Pick<CallContext, 'fetch'> & Partial<CallContext>

/** The largest honest answer of these protocols is a few kilobytes. */
const LARGEST_ANSWER_BYTES = 256 * 1024
const CORRELATION_HEADER = 'x-correlation-id'

/** Operations that have told their provider something it may act upon. */
const hasSpoken = new WeakSet<Context>()

/**
 * The one place where connectors talk. What is not an answer becomes ProviderUnavailable: the payment may exist. Only a request that surely
 * never left proves the opposite, and only if the same operation sent nothing before it: a payment that was taken in does not vanish because
 * its details cannot be read. Messages name no address, header or body: those hold keys and numbers.
 */
export async function callProvider(context: Context, call: ProviderCall): Promise<ProviderAnswer> {
  const { provider } = call
  try {
    const answer = await send(outboundCall(context, call))
    noteSpoken(context, call, answer.status)
    return readWhole(provider, answer)
  } catch (error) {
    if (error instanceof ProviderUnavailable || !(error instanceof OutboundTrouble)) throw error
    if (error.mayHaveArrived) noteSpoken(context, call, null)
    const { why, status, detail } = error
    const mayHaveArrived = error.mayHaveArrived || hasSpoken.has(context)
    throw new ProviderUnavailable(`${provider} did not answer (${detail ?? why})`, mayHaveArrived, { why, status })
  }
}

function outboundCall(context: Context, { provider, isForToken, correlationHeader, ...call }: ProviderCall): OutboundCall {
  const { fetch, timeoutMs = TIME_LIMITS_MS.long, correlationId: id = currentRequestId(), log } = context
  const header = correlationHeader === undefined ? CORRELATION_HEADER : correlationHeader
  return {
    ...call,
    system: provider,
    fetch,
    log,
    until: isForToken ? Math.min(timeoutMs, TIME_LIMITS_MS.short) : timeoutMs,
    largestAnswerBytes: LARGEST_ANSWER_BYTES,
    correlation: id === undefined ? undefined : { id, header },
  }
}

/** A question says nothing to act upon, and what is answered 401 was not acted upon. */
function noteSpoken(context: Context, { method, isForToken }: ProviderCall, status: number | null): void {
  if (method !== 'GET' && !isForToken && status !== 401) hasSpoken.add(context)
}

function readWhole(provider: string, { status, text }: OutboundAnswer): ProviderAnswer {
  const trouble = troubleOfStatus(status)
  if (trouble) throw new ProviderUnavailable(`${provider} answered HTTP ${status}`, true, { why: trouble.why, status })
  if (text.trim() === '')
    throw new ProviderUnavailable(`${provider} answered HTTP ${status} without a body`, true, { why: 'unreadable', status })
  return { provider, status, text }
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
  return new ProviderUnavailable(`${provider} answered HTTP ${status} with something we cannot read`, true, { why: 'unreadable', status })
}
