import type { PaymentEvent, PaymentState } from '../../engine/records.ts'

/** Outcome of an attempt, as metrics count it. `unreachable`: nothing was sent, because the provider could not be reached. */
export const ATTEMPT_OUTCOMES = ['begun', 'unknown', 'paid', 'declined', 'cancelled', 'expired', 'unreachable', 'refunded'] as const
type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]

export type AttemptSample = { connector: string; outcome: AttemptOutcome }
export type DeliverySample = { goods: string; seconds: number }

/** What these ledger rows add to the metrics. A row without a change adds nothing. */
export function attemptSamples(events: readonly PaymentEvent[], { attempts }: PaymentState): AttemptSample[] {
  return events.flatMap((event) => {
    const outcome = event.attemptId === null || event.from === event.to ? null : outcomeOf(event)
    const connector = attempts.find(({ id }) => id === event.attemptId)?.connector
    return outcome && connector ? [{ connector, outcome }] : []
  })
}

export const REPORT_OUTCOMES = ['taken', 'not-taken'] as const

/** F65: providers' responses to delivery reports. */
export function reportSamples(events: readonly PaymentEvent[], { attempts }: PaymentState): { connector: string; outcome: string }[] {
  return events.flatMap(({ kind, attemptId }) => {
    const outcome = REPORT_OUTCOMES.find((each) => kind === `report-${each}`)
    const connector = attempts.find(({ id }) => id === attemptId)?.connector
    return outcome && connector ? [{ connector, outcome }] : []
  })
}

/** The waiting time of a payment that these rows deliver. Orders that a person ended say nothing about our speed. */
export function deliverySamples(events: readonly PaymentEvent[], { order }: PaymentState, now: Date): DeliverySample[] {
  const { paidAt, delivery } = order
  if (!paidAt || !events.some(({ kind }) => kind === 'delivered')) return []
  return [{ goods: delivery.kind, seconds: (now.getTime() - paidAt.getTime()) / 1000 }]
}

/** The ledger stores the codes of `begin-attempt.ts`. A payment that is refunded at once still counts as a payment. */
function outcomeOf({ kind, from, to, code }: PaymentEvent): AttemptOutcome | null {
  if (kind === 'attempt-begun') return 'begun'
  switch (to) {
    case 'UNKNOWN':
      return 'unknown'
    // After a withdrawn refund it is not paid again.
    case 'PAID':
      return from === 'REFUNDING' ? null : 'paid'
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
