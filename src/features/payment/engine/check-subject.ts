import { isPastDeadline, nextLook, refuse } from './apply-work.ts'
import type { NewIds } from './observe.ts'
import type { PaymentPorts } from './payment-ports.ts'
import type { Change, Order, PaymentState } from './records.ts'
import { isToBeRead, standingOf, type Standing, type SubjectSeen } from './subjects.ts'

/** Reads the subject of an order anew, outside any transaction, before an attempt begins. */
export async function readStanding(
  { store, readSubject, now }: Pick<PaymentPorts, 'readSubject' | 'now'> & { store: Pick<PaymentPorts['store'], 'rivals'> },
  order: Order,
): Promise<Standing> {
  const [seen, rivals] = await Promise.all([readSubject(order), store.rivals(order)])
  return standingOf(order, seen, rivals, now())
}

/**
 * The subject as read before the first delivery call. Owed: it is delivered as paid, also when the amount changed since (I9). Unreadable:
 * it waits, and in the end is refunded as after any silence of the operator (F28), never as not owed.
 */
export function applySubject(state: PaymentState, { state: seen }: Pick<SubjectSeen, 'state'>, at: { now: Date; ids: NewIds }): Change {
  const { order } = state
  if (order.fulfilment !== 'QUEUED' || !isToBeRead(order, at.now)) return { state, events: [] }
  switch (seen) {
    case 'owed':
      return { state: { ...state, order: { ...order, owedAt: at.now, nextFulfilmentAt: at.now } }, events: [] }
    case 'not-owed':
      return refuse(state, NOT_OWED, at)
    case 'unreadable': {
      if (isPastDeadline(order, at.now)) return refuse(state, 'operator-unavailable', at)
      const waiting: Order = { ...order, nextFulfilmentAt: nextLook(order, at.now) }
      return { state: { ...state, order: waiting }, events: [] }
    }
  }
}

/** Why a paid order is refused when its subject was paid meanwhile, by another order or elsewhere. */
export const NOT_OWED = 'not-owed'
