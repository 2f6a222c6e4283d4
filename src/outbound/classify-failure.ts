import { UpstreamError, type UpstreamErrorCode } from './upstream-error.ts'
import type { SendProbe } from './send-probe.ts'

/** How fetch failed. */
export type Failure = {
  error: unknown
  isTimeUp: boolean
  witness: Pick<SendProbe, 'isHandedOver' | 'isSurelyUnsent'>
  status: number | null
}

/**
 * The one place that decides whether a request may have arrived. A connection that was never made proves that it did not; otherwise only
 * the send probe does. In all other cases it may have arrived, whatever the error code: the same code occurs before and after sending.
 */
export function troubleOfFailure({ error, isTimeUp, witness, status }: Failure): UpstreamError {
  if (error instanceof UpstreamError) return error
  const why = reasonOf(error, isTimeUp)
  const isUnsent = !witness.isHandedOver() && (isNeverConnected(causeOf(error)) || witness.isSurelyUnsent())
  return new UpstreamError(why, { mayHaveArrived: !isUnsent, status, detail: nameOf(error) })
}

function reasonOf(error: unknown, isTimeUp: boolean): UpstreamErrorCode {
  // Fetch uses this name for a timeout, whichever signal caused it.
  const { name }: { name?: unknown } = Object(error)
  if (isTimeUp || name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  const cause = causeOf(error)
  if (isFailureOf(cause, ['getaddrinfo'], [])) return 'no-address'
  if (isNeverConnected(cause)) return 'no-connection'
  return isTlsFailure(cause) ? 'tls-refused' : 'connection-lost'
}

function isNeverConnected(cause: unknown): boolean {
  return isFailureOf(cause, ['connect', 'getaddrinfo'], ['UND_ERR_CONNECT_TIMEOUT'])
}

/** With several addresses tried, all of them must have failed so. */
function isFailureOf(cause: unknown, syscalls: readonly string[], codes: readonly string[]): boolean {
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every((each) => isFailureOf(each, syscalls, codes))
  const { syscall, code }: { syscall?: unknown; code?: unknown } = Object(cause)
  return syscalls.some((each) => each === syscall) || codes.some((each) => each === code)
}

/** OpenSSL's codes for a certificate, Node's own, and a peer that does not speak TLS at all. */
const TLS_CODE = /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA$|INVALID_PURPOSE$|HOSTNAME_MISMATCH$|EPROTO$)/

function isTlsFailure(cause: unknown): boolean {
  const { code }: { code?: unknown } = Object(cause)
  return typeof code === 'string' && TLS_CODE.test(code)
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}

/** A code or a class, never a sentence: an error message may quote an address or a header. */
function nameOf(error: unknown): string {
  const { code }: { code?: unknown } = Object(causeOf(error))
  if (typeof code === 'string' && /^[A-Z0-9_]{2,60}$/.test(code)) return code
  return error instanceof Error && /^[A-Za-z]{2,40}$/.test(error.name) ? error.name : 'unknown'
}
