/** Why a call to an outside system has no usable answer. Stable: logs, tests and those who decide about money read it. */
export type TroubleReason =
  /** The system's name leads nowhere. */
  | 'no-address'
  | 'no-connection'
  /** Its certificate, or its way to encrypt, is not one we accept. */
  | 'tls-refused'
  | 'timeout'
  | 'connection-lost'
  | 'server-error'
  | 'unreadable'
  | 'too-large'
  | 'redirect'
  | 'not-authorised'
  | 'throttled'
  /** Turned away by our own room: too many are with this system already. */
  | 'busy'
  /** Turned away by our own breaker: the system was silent too often just now. */
  | 'breaker-open'
  | 'cancelled'
  /** It answered, in good form, something that helps nobody. */
  | 'unusable'

/** Another try may go better, and several in a row mean that the system is ill. */
const PASSING: ReadonlySet<TroubleReason> = new Set([
  'no-address',
  'no-connection',
  'tls-refused',
  'timeout',
  'connection-lost',
  'server-error',
  'unreadable',
])

type Details = {
  /** False only when surely no byte of the request left: no address, no connection, TLS refused before sending, turned away by us. */
  mayHaveArrived: boolean
  status?: number | null
  /** A code or a class of error, for people: ECONNREFUSED. Never a sentence of somebody else's. */
  detail?: string | null
}

/** A call without a usable answer. Its message names the reason only: an address, a header or a body would hold numbers and secrets. */
export class OutboundTrouble extends Error {
  readonly why: TroubleReason
  readonly mayHaveArrived: boolean
  readonly status: number | null
  readonly detail: string | null

  constructor(why: TroubleReason, { mayHaveArrived, status = null, detail = null }: Details) {
    super(`no usable answer: ${why}${detail === null ? '' : ` (${detail})`}`)
    this.name = 'OutboundTrouble'
    this.why = why
    this.mayHaveArrived = mayHaveArrived
    this.status = status
    this.detail = detail
  }

  get isPassing(): boolean {
    return PASSING.has(this.why)
  }
}

/** What a status alone already says; null when the body decides. A 408 or 429 may come from whatever stands before the system. */
export function troubleOfStatus(status: number): OutboundTrouble | null {
  if (status >= 500 || status === 408) return new OutboundTrouble('server-error', { mayHaveArrived: true, status })
  if (status === 429) return new OutboundTrouble('throttled', { mayHaveArrived: true, status })
  if (status < 200 || (status >= 300 && status < 400)) return new OutboundTrouble('redirect', { mayHaveArrived: true, status })
  return null
}
