import type { UpstreamError, UpstreamErrorCode } from '#outbound/upstream-error.ts'

/** Rejected before anything is done: our key was refused, or our rate limit exceeded (docs/protocols/tmforum.md, kannel.md). */
const AT_THE_DOOR: ReadonlySet<UpstreamErrorCode> = new Set(['not-authorised', 'throttled'])

/** False only when the operator surely did nothing: it was never reached, or it rejected us before processing. */
export function mayHaveActed({ why, mayHaveArrived }: UpstreamError): boolean {
  return mayHaveArrived && !AT_THE_DOOR.has(why)
}
