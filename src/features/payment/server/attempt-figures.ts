import type { PaymentEvent, PaymentState } from '../engine/records.ts'

/** What became of an attempt to pay, as figures tell it. `unreachable`: nothing was sent, because nobody could be reached. */
export const ATTEMPT_OUTCOMES = ['begun', 'unknown', 'paid', 'declined', 'cancelled', 'expired', 'unreachable', 'refunded'] as const
type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]

export type AttemptFigure = { connector: string; outcome: AttemptOutcome }
export type DeliveryFigure = { goods: string; seconds: number }

/** What these lines of the book add to the figures. A line that changed nothing adds nothing. */
export function attemptFigures(events: readonly PaymentEvent[], { attempts }: PaymentState): AttemptFigure[] {
  return events.flatMap((event) => {
    const outcome = event.attemptId === null || event.from === event.to ? null : outcomeOf(event)
    const connector = attempts.find(({ id }) => id === event.attemptId)?.connector
    return outcome && connector ? [{ connector, outcome }] : []
  })
}

/** How long a payment waited that was delivered with these lines. What a person ended says nothing about how quick we are. */
export function deliveryFigures(events: readonly PaymentEvent[], { order }: PaymentState, now: Date): DeliveryFigure[] {
  const { paidAt, delivery } = order
  if (!paidAt || !events.some(({ kind }) => kind === 'delivered')) return []
  return [{ goods: delivery.kind, seconds: (now.getTime() - paidAt.getTime()) / 1000 }]
}

/** The book writes the codes of `begin-attempt.ts`. A payment that is given back at once was a payment all the same. */
function outcomeOf({ kind, from, to, code }: PaymentEvent): AttemptOutcome | null {
  if (kind === 'attempt-begun') return 'begun'
  switch (to) {
    case 'UNKNOWN':
      return 'unknown'
    case 'PAID':
      return 'paid'
    case 'REFUNDING':
      return from === 'PAID' ? null : 'paid'
    case 'DECLINED':
      return code === 'unreachable' ? 'unreachable' : 'declined'
    case 'CANCELLED':
      return 'cancelled'
    case 'EXPIRED':
      return 'expired'
    case 'REFUNDED':
      return 'refunded'
    default:
      return null
  }
}
