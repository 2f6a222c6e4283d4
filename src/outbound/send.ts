import { OutboundTrouble } from './outbound-trouble.ts'
import { troubleOfFailure } from './trouble-of-failure.ts'
import { witnessed } from './wire-witness.ts'

/** Where every call leaves one line. Its fields never hold an address, a header or a body. */
export type OutboundLog = { debug(fields: Record<string, unknown>, message: string): void }

export type OutboundCall = {
  /** Who is called, and which of its calls this is: for the log. */
  system: string
  route: string
  method: 'GET' | 'POST' | 'DELETE'
  url: URL | string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** How long the whole answer is waited for: milliseconds, or a signal of whoever waits. */
  until: number | AbortSignal
  largestAnswerBytes: number
  /** Bytes that are no UTF-8: no answer, or shown as such where the words matter little. */
  badText?: 'refused' | 'replaced'
  /** The id of the request being served or the work being done, and the header in which this system takes one. */
  correlation?: { id: string; header: string | null } | undefined
  log?: OutboundLog | undefined
  fetch?: typeof fetch
}

/** An answer that came whole, whatever its status. */
export type OutboundAnswer = { status: number; headers: Headers; text: string }

/** One request and its answer. It is sent once; a redirect is an answer: following it would carry our keys elsewhere. */
export async function send(call: OutboundCall): Promise<OutboundAnswer> {
  const began = performance.now()
  try {
    const answer = await withinTime(call.until, (signal) => requestOrAgain(call, signal))
    noteCall(call, { began, status: answer.status, outcome: 'answered' })
    return answer
  } catch (error) {
    if (error instanceof OutboundTrouble) noteCall(call, { began, status: error.status, outcome: error.why })
    throw error
  }
}

/**
 * A connection that was kept from an earlier call may end just as it is to be used. Where it is certain that it got nothing, the call goes out on
 * another one: it still is sent once.
 */
async function requestOrAgain(call: OutboundCall, signal: AbortSignal): Promise<OutboundAnswer> {
  try {
    return await requestOnce(call, signal)
  } catch (error) {
    const isUnsent = error instanceof OutboundTrouble && error.why === 'connection-lost' && !error.mayHaveArrived
    if (!isUnsent) throw error
    return requestOnce(call, signal)
  }
}

async function requestOnce(call: OutboundCall, signal: AbortSignal): Promise<OutboundAnswer> {
  const { method, body, correlation, fetch: plainFetch = fetch } = call
  const named = correlation?.header ? { [correlation.header]: correlation.id } : {}
  const witness = witnessed(plainFetch)
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
    if (bytes > largestAnswerBytes) throw new OutboundTrouble('too-large', { mayHaveArrived: true, status: answer.status })
    text += decoded(() => decoder.decode(chunk, { stream: true }), answer.status)
  }
  return text + decoded(() => decoder.decode(), answer.status)
}

function decoded(decode: () => string, status: number): string {
  try {
    return decode()
  } catch {
    throw new OutboundTrouble('unreadable', { mayHaveArrived: true, status })
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
  log?.debug({ system, method, route, status, ms, outcome, ...(correlation && { correlationId: correlation.id }) }, 'called')
}
