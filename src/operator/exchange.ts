export type TroubleReason =
  | 'no-connection'
  | 'timeout'
  | 'connection-lost'
  | 'server-error'
  | 'unreadable'
  | 'too-large'
  | 'redirect'
  | 'not-authorised'
  | 'throttled'
  | 'busy'
  | 'breaker-open'
  | 'cancelled'

/** Another try may go better, and several in a row mean that the system is ill. */
const PASSING: ReadonlySet<TroubleReason> = new Set(['no-connection', 'timeout', 'connection-lost', 'server-error', 'unreadable'])

/** An exchange without a usable answer. Its message names the reason only: an address would hold numbers and secrets. */
export class ExchangeTrouble extends Error {
  readonly why: TroubleReason
  /** False only when the other side surely did nothing: it was never reached, or it turned us away at the door. */
  readonly mayHaveActed: boolean
  readonly status: number | null

  constructor(why: TroubleReason, { mayHaveActed, status = null }: { mayHaveActed: boolean; status?: number | null }) {
    super(`no usable answer: ${why}`)
    this.name = 'ExchangeTrouble'
    this.why = why
    this.mayHaveActed = mayHaveActed
    this.status = status
  }

  get isPassing(): boolean {
    return PASSING.has(this.why)
  }
}

export type Outgoing = {
  url: URL
  method: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: string
  signal: AbortSignal
}

export type RawAnswer = { status: number; headers: Headers; text: string }

/** Enough for a page of a hundred offers several times over; what is larger is not an answer of these systems. */
const LARGEST_ANSWER_BYTES = 4 * 1024 * 1024

/** One request and its answer, whatever the status. Redirects are not followed: they would carry our keys elsewhere. */
export async function exchange({ url, method, headers = {}, body, signal }: Outgoing): Promise<RawAnswer> {
  try {
    const answer = await fetch(url, { method, headers, signal, redirect: 'manual', ...(body === undefined ? {} : { body }) })
    return { status: answer.status, headers: answer.headers, text: await readBounded(answer) }
  } catch (error) {
    throw troubleOf(error, signal)
  }
}

/** What a status alone already says; null when the body decides. */
export function troubleOfStatus(status: number): ExchangeTrouble | null {
  if (status >= 500 || status === 408) return new ExchangeTrouble('server-error', { mayHaveActed: true, status })
  if (status === 429) return new ExchangeTrouble('throttled', { mayHaveActed: false, status })
  if (status < 200 || (status >= 300 && status < 400)) return new ExchangeTrouble('redirect', { mayHaveActed: true, status })
  return null
}

async function readBounded(answer: Response): Promise<string> {
  if (!answer.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of answer.body) {
    bytes += chunk.byteLength
    if (bytes > LARGEST_ANSWER_BYTES) throw new ExchangeTrouble('too-large', { mayHaveActed: true, status: answer.status })
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function troubleOf(error: unknown, signal: AbortSignal): ExchangeTrouble {
  if (error instanceof ExchangeTrouble) return error
  if (signal.aborted) return new ExchangeTrouble('timeout', { mayHaveActed: true })
  const cause = error instanceof Error ? error.cause : undefined
  if (neverConnected(cause)) return new ExchangeTrouble('no-connection', { mayHaveActed: false })
  return new ExchangeTrouble('connection-lost', { mayHaveActed: true })
}

const NEVER_CONNECTED_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
])

/** True only when the request cannot have left: no address, no connection, or a certificate refused before a byte was sent. */
function neverConnected(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(neverConnected)
  if (typeof cause !== 'object' || cause === null) return false
  const { code, syscall } = cause as { code?: unknown; syscall?: unknown }
  return syscall === 'connect' || syscall === 'getaddrinfo' || (typeof code === 'string' && NEVER_CONNECTED_CODES.has(code))
}
