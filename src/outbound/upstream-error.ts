/** Why a call to an upstream has no usable response. Stable: logs, tests and decisions about money depend on it. */
export type UpstreamErrorCode =
  /** The system's name cannot be resolved. */
  | 'no-address'
  | 'no-connection'
  /** Its certificate, or its TLS version, is not accepted. */
  | 'tls-refused'
  | 'timeout'
  | 'connection-lost'
  | 'server-error'
  | 'unreadable'
  | 'too-large'
  | 'redirect'
  | 'not-authorised'
  | 'throttled'
  /** Rejected by our own bulkhead: too many calls to this system are running already. */
  | 'busy'
  /** Rejected by our own circuit breaker: the system failed too often just now. */
  | 'breaker-open'
  | 'cancelled'
  /** The system sent a valid response that cannot be used. */
  | 'unusable'

/** A retry may succeed, and several in a row mean that the system is unhealthy. */
const PASSING: ReadonlySet<UpstreamErrorCode> = new Set([
  'no-address',
  'no-connection',
  'tls-refused',
  'timeout',
  'connection-lost',
  'server-error',
  'unreadable',
])

type Details = {
  /** False only when surely no byte of the request was sent: no address, no connection, TLS refused before sending, rejected by us. */
  mayHaveArrived: boolean
  status?: number | null
  /** A code or a class of error, for people: ECONNREFUSED. Never a sentence from another system. */
  detail?: string | null
}

/**
 * A call without a usable response. Its message names the reason only: an address, a header or a body would contain numbers and secrets.
 */
export class UpstreamError extends Error {
  readonly why: UpstreamErrorCode
  readonly mayHaveArrived: boolean
  readonly status: number | null
  readonly detail: string | null

  constructor(why: UpstreamErrorCode, { mayHaveArrived, status = null, detail = null }: Details) {
    super(`no usable answer: ${why}${detail === null ? '' : ` (${detail})`}`)
    this.name = 'OutboundTrouble'
    this.why = why
    this.mayHaveArrived = mayHaveArrived
    this.status = status
    this.detail = detail
  }

  get isTransient(): boolean {
    return PASSING.has(this.why)
  }
}

/** The failure that a status alone shows; null when the body decides. A 408 or 429 may come from a proxy before the system. */
export function troubleOfStatus(status: number): UpstreamError | null {
  if (status >= 500 || status === 408) return new UpstreamError('server-error', { mayHaveArrived: true, status })
  if (status === 429) return new UpstreamError('throttled', { mayHaveArrived: true, status })
  if (status < 200 || (status >= 300 && status < 400)) return new UpstreamError('redirect', { mayHaveArrived: true, status })
  return null
}
