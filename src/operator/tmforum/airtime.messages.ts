import type { OperatorAirtime } from '#payment-connectors/airtime/operator-airtime.ts'
import type { OperatorAnswer } from '#shared/operator-answer.ts'
import type { BalanceAction } from './delivery.messages.ts'
import { idOf, wordOf } from './shapes.ts'

type ValueOf<Answer> = Answer extends Promise<OperatorAnswer<infer Value>> ? Value : never
export type AirtimeTrack = ValueOf<ReturnType<OperatorAirtime['track']>>

/** How a call on a balance stands. A word the document does not know is under way, never an end. */
export function standing({ status }: BalanceAction): 'done' | 'under-way' | 'failed' {
  const word = wordOf(status)
  if (word === 'completed') return 'done'
  return word === 'failed' || word === 'cancelled' ? 'failed' : 'under-way'
}

/**
 * What became of an airtime payment, from everything the operator holds under its reference. `reservationId` names the
 * reservation for as long as it stands, also beside a captured amount. Null while an adjustment is still under way.
 */
export function airtimeTrack(adjustments: readonly BalanceAction[], reservations: readonly BalanceAction[]): AirtimeTrack | null {
  if (adjustments.some((one) => standing(one) === 'under-way')) return null
  const done = adjustments.filter((one) => standing(one) === 'done').map((one) => one.amount?.amount ?? 0)
  // Without its sign an adjustment does not tell whether money was taken or given back.
  if (done.includes(0)) return null
  const standingOne = reservations.find((one) => standing(one) !== 'failed')
  const reservationId = standingOne ? idOf(standingOne) : null
  // Money is held by something that has no name: it can be neither taken over nor released, only asked about again.
  if (standingOne && reservationId === null) return null
  if (done.some((amount) => amount > 0)) return { state: 'given-back', reservationId }
  if (done.length > 0) return { state: 'captured', reservationId }
  if (standingOne) return { state: 'reserved', reservationId }
  return { state: reservations.some(({ status }) => wordOf(status) === 'cancelled') ? 'released' : 'absent', reservationId: null }
}
