import { setTimeout as pause } from 'node:timers/promises'
import { UpstreamError } from './upstream-error.ts'
import { troubleOfFailure } from './classify-failure.ts'
import { probeSend } from './send-probe.ts'
import { readText } from './answer-text.ts'
import { retryAt } from './retry-after.ts'

/** The log in which every call writes one line. Its fields never contain an address, a header or a body. */
export type OutboundLog = { debug(fields: Record<string, unknown>, message: string): void }

export type OutboundCall = {
  /** The system that is called, and which of its calls this is: for the log. */
  system: string
  route: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: URL | string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** It changes nothing there: a GET alone does not say so, Kannel sends messages by GET. */
  isRead?: boolean
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

/**
 * One request and its response. It is sent once. A redirect is a response: following it would send our keys elsewhere. A read that moved
 * for good within the same origin is read there, and one that was throttled is repeated when the system wants it, if that is soon.
 */
export async function send(call: OutboundCall): Promise<UpstreamResponse> {
  const began = performance.now()
  try {
    const answer = await withinTime(call.until, async (signal) => {
      const first = await requestOrAgain(call, signal)
      return call.isRead ? readOn(call, first, signal) : first
    })
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

const MAX_HOPS = 3
const MAX_THROTTLED_MS = 10_000

async function readOn(call: OutboundCall, first: UpstreamResponse, signal: AbortSignal): Promise<UpstreamResponse> {
  let answer = first
  let { url } = call
  let hasWaited = false
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const moved = newAddress(answer, url)
    const waitMs = moved || hasWaited ? null : waitBefore(answer)
    if (moved === null && (waitMs === null || !(await hasPassed(waitMs, call.until, signal)))) return answer
    hasWaited ||= moved === null
    url = moved ?? url
    answer = await requestOrAgain({ ...call, url }, signal)
  }
  return answer
}

/** Only for 301 and 308, and only on the origin that has our keys already. */
function newAddress({ status, headers }: UpstreamResponse, url: URL | string): URL | null {
  const location = headers.get('location')
  if ((status !== 301 && status !== 308) || location === null || !URL.canParse(location, url)) return null
  const moved = new URL(location, url)
  return moved.origin === new URL(url).origin && moved.username === '' && moved.href !== new URL(url).href ? moved : null
}

function waitBefore({ status, headers }: UpstreamResponse): number | null {
  const at = status === 429 ? retryAt(headers.get('retry-after'), new Date()) : null
  const waitMs = at ? at.getTime() - Date.now() : null
  return waitMs !== null && waitMs <= MAX_THROTTLED_MS ? waitMs : null
}

/** False when the time limit would be over by then, or is: the throttled response counts. */
async function hasPassed(waitMs: number, until: number | AbortSignal, signal: AbortSignal): Promise<boolean> {
  if (typeof until === 'number' && waitMs >= until) return false
  return pause(waitMs, true, { signal }).catch(() => false)
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
