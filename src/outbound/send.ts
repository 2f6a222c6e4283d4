import { UpstreamError } from './upstream-error.ts'
import { troubleOfFailure } from './classify-failure.ts'
import { probeSend } from './send-probe.ts'

/** The log in which every call writes one line. Its fields never contain an address, a header or a body. */
export type OutboundLog = { debug(fields: Record<string, unknown>, message: string): void }

export type OutboundCall = {
  /** The system that is called, and which of its calls this is: for the log. */
  system: string
  route: string
  method: 'GET' | 'POST' | 'DELETE'
  url: URL | string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** How long to wait for the whole response: milliseconds, or the caller's signal. */
  until: number | AbortSignal
  largestAnswerBytes: number
  /** Invalid UTF-8: an unusable response, or replaced characters where the text matters little. */
  badText?: 'refused' | 'replaced'
  /** The id of the current request or job, and the header in which this system accepts one. */
  correlation?: { id: string; header: string | null } | undefined
  log?: OutboundLog | undefined
  fetch?: typeof fetch
}

/** A complete response, with any status. */
export type UpstreamResponse = { status: number; headers: Headers; text: string }

/** One request and its response. It is sent once. A redirect is a response: following it would send our keys elsewhere. */
export async function send(call: OutboundCall): Promise<UpstreamResponse> {
  const began = performance.now()
  try {
    const answer = await withinTime(call.until, (signal) => requestOrAgain(call, signal))
    noteCall(call, { began, status: answer.status, outcome: 'answered' })
    return answer
  } catch (error) {
    if (error instanceof UpstreamError) noteCall(call, { began, status: error.status, outcome: error.why })
    throw error
  }
}

/**
 * A kept-alive connection may end just as it is to be used. Where it is certain that it got nothing, the call is sent on another one: it is
 * still sent once.
 */
async function requestOrAgain(call: OutboundCall, signal: AbortSignal): Promise<UpstreamResponse> {
  try {
    return await requestOnce(call, signal)
  } catch (error) {
    const isUnsent = error instanceof UpstreamError && error.why === 'connection-lost' && !error.mayHaveArrived
    if (!isUnsent) throw error
    return requestOnce(call, signal)
  }
}

async function requestOnce(call: OutboundCall, signal: AbortSignal): Promise<UpstreamResponse> {
  const { method, body, correlation, fetch: plainFetch = fetch } = call
  const named = correlation?.header ? { [correlation.header]: correlation.id } : {}
  const witness = probeSend(plainFetch)
  let status: number | null = null
  try {
    const answer = await witness.fetch(typeof call.url === 'string' ? call.url : call.url.href, {
      method,
      headers: { ...call.headers, ...named },
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body }),
    })
    witness.answered()
    status = answer.status
    return { status, headers: answer.headers, text: await readText(answer, call) }
  } catch (error) {
    throw troubleOfFailure({ error, isTimeUp: signal.aborted, witness, status })
  }
}

async function readText(answer: Response, { largestAnswerBytes, badText = 'refused' }: OutboundCall): Promise<string> {
  if (!answer.body) return ''
  const decoder = new TextDecoder('utf-8', { fatal: badText === 'refused' })
  let text = ''
  let bytes = 0
  for await (const chunk of answer.body) {
    bytes += chunk.byteLength
    if (bytes > largestAnswerBytes) throw new UpstreamError('too-large', { mayHaveArrived: true, status: answer.status })
    text += decoded(() => decoder.decode(chunk, { stream: true }), answer.status)
  }
  return text + decoded(() => decoder.decode(), answer.status)
}

function decoded(decode: () => string, status: number): string {
  try {
    return decode()
  } catch {
    throw new UpstreamError('unreadable', { mayHaveArrived: true, status })
  }
}

async function withinTime<Value>(until: number | AbortSignal, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  if (typeof until !== 'number') return work(until)
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), until)
  try {
    return await work(end.signal)
  } finally {
    clearTimeout(timer)
  }
}

function noteCall(
  { system, route, method, correlation, log }: OutboundCall,
  { began, status, outcome }: { began: number; status: number | null; outcome: string },
): void {
  const ms = Math.round(performance.now() - began)
  log?.debug({ system, method, route, status, ms, outcome, ...(correlation && { correlationId: correlation.id }) }, 'upstream call')
}
