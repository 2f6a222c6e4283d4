import type { OutboundTrouble, TroubleReason } from '#outbound/outbound-trouble.ts'

/** Answered before anything is done: our key was not taken, or we asked too often (docs/protocols/tmforum.md, kannel.md). */
const AT_THE_DOOR: ReadonlySet<TroubleReason> = new Set(['not-authorised', 'throttled'])

/** False only when the operator surely did nothing: it was never reached, or it turned us away at the door. */
export function mayHaveActed({ why, mayHaveArrived }: OutboundTrouble): boolean {
  return mayHaveArrived && !AT_THE_DOOR.has(why)
}
