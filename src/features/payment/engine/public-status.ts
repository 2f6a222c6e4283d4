import type { Money } from '#shared/money.ts'
import { areOtherWaysOpen } from './begin-attempt.ts'
import type { Attempt, PaymentState } from './records.ts'

/** The specification's names for payment states. */
export type PublicStatus = 'REQUEST_REGISTERED' | 'REQUEST_RAISED' | 'IN_PROCESS' | 'SUCCESS' | 'FAILED' | 'CANCELLED'

/** What is known about the money, as one code. */
export type MoneyWord =
  | 'not-asked'
  | 'waiting'
  | 'being-confirmed'
  // Two sources disagree, or one of them cannot be read.
  | 'being-checked'
  | 'not-taken'
  // I20: no way to pay was returned; another method is open, and money that arrives all the same is accepted.
  | 'other-way'
  | 'taken'
  | 'delivered'
  | 'coming-back'
  | 'given-back'
  | 'held'
  // Paid twice: the purchase is delivered, and one payment is refunded.
  | 'second-coming-back'
  | 'second-given-back'
  // Delivered, and refunded all the same: two people decided it.
  | 'delivered-coming-back'
  | 'delivered-given-back'

/** The only mapping from internal states to public ones. */
export function publicStatus(state: PaymentState, now: Date): { status: PublicStatus; money: MoneyWord } {
  const winner = state.attempts.find((attempt) => attempt.isWinner)
  if (winner || state.order.fulfilment === 'DONE') return statusOfPaid(state, now)
  const latest = state.attempts.findLast((attempt) => attempt.doubt) ?? state.attempts.at(-1)
  return latest ? statusOfAttempt(state, latest, now) : { status: 'REQUEST_REGISTERED', money: 'not-asked' }
}

function statusOfPaid(state: PaymentState, now: Date): { status: PublicStatus; money: MoneyWord } {
  if (state.order.fulfilment === 'DONE') return { status: 'SUCCESS', money: ownRefund(state) ?? secondPayment(state) ?? 'delivered' }
  if (state.order.fulfilment !== 'REFUSED') return { status: 'REQUEST_RAISED', money: 'taken' }
  return { status: 'FAILED', money: moneyLeft(state, now) ?? 'given-back' }
}

/** Of the payment that paid for the delivery. */
function ownRefund({ attempts }: PaymentState): MoneyWord | null {
  switch (attempts.find(({ isWinner }) => isWinner)?.state) {
    case 'REFUNDING':
      return 'delivered-coming-back'
    case 'REFUNDED':
      return 'delivered-given-back'
    default:
      return null
  }
}

function secondPayment({ attempts }: PaymentState): MoneyWord | null {
  if (attempts.some((attempt) => attempt.state === 'REFUNDING')) return 'second-coming-back'
  return attempts.some((attempt) => attempt.state === 'REFUNDED' && !attempt.isWinner) ? 'second-given-back' : null
}

function statusOfAttempt(state: PaymentState, attempt: Attempt, now: Date): { status: PublicStatus; money: MoneyWord } {
  if (attempt.doubt) return { status: attempt.isPush ? 'IN_PROCESS' : 'REQUEST_REGISTERED', money: wordOfDoubt(attempt) }
  if (hasNoWay(attempt, now))
    return { status: attempt.isPush ? 'IN_PROCESS' : 'REQUEST_REGISTERED', money: moneyLeft(state, now) ?? 'other-way' }
  switch (attempt.state) {
    case 'CREATED':
    case 'UNKNOWN':
      return { status: attempt.isPush ? 'IN_PROCESS' : 'REQUEST_REGISTERED', money: 'being-confirmed' }
    case 'WAITING':
      return { status: attempt.isPush ? 'IN_PROCESS' : 'REQUEST_REGISTERED', money: 'waiting' }
    case 'PAID':
      return { status: 'REQUEST_RAISED', money: 'held' }
    case 'CANCELLED':
      return { status: 'CANCELLED', money: moneyLeft(state, now) ?? 'not-taken' }
    case 'DECLINED':
    case 'EXPIRED':
      return { status: 'FAILED', money: moneyLeft(state, now) ?? 'not-taken' }
    case 'REFUNDING':
    case 'REFUNDED':
      return { status: 'FAILED', money: moneyLeft(state, now) ?? 'given-back' }
  }
}

/** A page found later has no address of ours; a prompt found later waits on the phone. */
function hasNoWay(attempt: Attempt, now: Date): boolean {
  const isWithoutWay = attempt.state === 'UNKNOWN' || (attempt.state === 'WAITING' && !attempt.isPush && attempt.action === null)
  return isWithoutWay && areOtherWaysOpen(attempt, now)
}

/** A disagreement is shown once the provider has responded to a query: until then its webhook is only unconfirmed. */
function wordOfDoubt({ doubt, state }: Attempt): MoneyWord {
  return doubt?.why === 'said-paid' && (state === 'CREATED' || state === 'UNKNOWN') ? 'being-confirmed' : 'being-checked'
}

/** 'Nothing was taken' and 'given back' appear only when they are true of every attempt of the order. */
function moneyLeft(state: PaymentState, now: Date): MoneyWord | null {
  if (state.attempts.some((attempt) => attempt.state === 'PAID')) return 'held'
  if (state.attempts.some((attempt) => attempt.state === 'REFUNDING')) return 'coming-back'
  if (state.attempts.some((attempt) => attempt.doubt !== null)) return 'being-checked'
  const unsure = state.attempts.filter((attempt) => attempt.state === 'UNKNOWN' || attempt.state === 'CREATED')
  if (unsure.some((attempt) => !areOtherWaysOpen(attempt, now))) return 'being-confirmed'
  if (state.attempts.some((attempt) => attempt.state === 'REFUNDED')) return 'given-back'
  return unsure.length > 0 ? 'other-way' : null
}

/** I17: the amount paid beyond the price, and whether it was refunded; null where there is none. */
export function excessOf({ attempts }: PaymentState): { excess: Money; isReturned: boolean } | null {
  const attempt = attempts.find(({ isWinner, paid, asked }) => isWinner && paid !== null && paid.minor > asked.minor)
  if (!attempt?.paid || attempt.state !== 'PAID') return null
  return {
    excess: { minor: attempt.paid.minor - attempt.asked.minor, currency: attempt.paid.currency },
    isReturned: attempt.isExcessReturned,
  }
}
