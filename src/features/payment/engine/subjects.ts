import { isOpen } from './attempt-states.ts'
import { addSeconds, PAYMENT_RULES } from './payment-rules.ts'
import type { Attempt, Order } from './records.ts'

/** I18: the current state of a subject. `due` is the amount that settles it now; null where that cannot be paid here. */
export type SubjectSeen = { state: 'owed'; debt: string; due: number | null } | { state: 'not-owed' } | { state: 'unreadable' }

/** Another order for the same subject. `isLeft`: its payer came back from the provider's page (CARD-4). */
export type Rival = Pick<Order, 'id' | 'fulfilment' | 'paidAt'> & {
  debt: string
  attempts: readonly (Pick<Attempt, 'state' | 'action' | 'createdAt'> & { isLeft: boolean })[]
}

/** Whether a new attempt may pay a subject. */
export type Standing =
  | { kind: 'owed' }
  | { kind: 'not-owed' }
  /** Owed, but changed since it was chosen. */
  | { kind: 'changed'; debt: string; due: number | null }
  /** Another order is being paid, until then at the latest. */
  | { kind: 'held'; until: Date; by: string }
  /** Nothing is charged for an unreadable subject. */
  | { kind: 'unreadable' }

export function standingOf(order: Order, seen: SubjectSeen, rivals: readonly Rival[], now: Date): Standing {
  const debt = order.subject?.debt
  if (rivals.some((rival) => isPaidBy(rival, debt))) return { kind: 'not-owed' }
  if (seen.state !== 'owed') return { kind: seen.state }
  if (seen.debt !== debt) return { kind: 'changed', debt: seen.debt, due: seen.due }
  const holds = rivals.flatMap((rival) =>
    rival.attempts.filter((attempt) => isHolding(attempt, now)).map((attempt) => ({ rival, attempt })),
  )
  const last = holds.toSorted((one, other) => one.attempt.createdAt.getTime() - other.attempt.createdAt.getTime()).at(-1)
  return last ? { kind: 'held', until: holdEnd(last.attempt), by: last.rival.id } : { kind: 'owed' }
}

/** Paid and not refunded: on its way to the operator, or delivered for this very debt. A settled bill does not count for the next one. */
function isPaidBy({ paidAt, fulfilment, debt }: Rival, wanted: string | undefined): boolean {
  return paidAt !== null && fulfilment !== 'REFUSED' && (fulfilment !== 'DONE' || debt === wanted)
}

/** Only an attempt that its provider accepted blocks others: an opened hub, a taken link or a refused start does not. */
function isHolding(attempt: Rival['attempts'][number], now: Date): boolean {
  return isOpen(attempt.state) && attempt.action !== null && !attempt.isLeft && now < holdEnd(attempt)
}

function holdEnd({ createdAt }: Pick<Attempt, 'createdAt'>): Date {
  return addSeconds(createdAt, PAYMENT_RULES.holdMinutes * 60)
}

/**
 * The subject is read before the first delivery call. Once a call may have been sent, 'not owed' may be its effect: then only the
 * operator's result for our reference decides.
 */
export function isToBeRead({ subject, sends, owedAt }: Order, now: Date): boolean {
  const isJustRead = owedAt !== null && now < addSeconds(owedAt, PAYMENT_RULES.leaseSeconds)
  return subject !== null && sends === 0 && !isJustRead
}
