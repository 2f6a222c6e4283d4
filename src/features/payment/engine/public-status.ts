import type { Money } from '#payment-connectors/payment-connector.ts'
import type { Attempt, PaymentState } from './records.ts'

/** The specification's words for the state of a payment. */
export type PublicStatus = 'REQUEST_REGISTERED' | 'REQUEST_RAISED' | 'IN_PROCESS' | 'SUCCESS' | 'FAILED' | 'CANCELLED'

/** What is said about the money, in one honest sentence. */
export type MoneyWord =
  | 'not-asked'
  | 'waiting'
  | 'being-confirmed'
  // Two sources disagree, or one of them cannot be read.
  | 'being-checked'
  | 'not-taken'
  | 'taken'
  | 'delivered'
  | 'coming-back'
  | 'given-back'
  | 'held'
  // Paid twice: what was bought is there, and one payment goes back.
  | 'second-coming-back'
  | 'second-given-back'

/** The one place where inner states become public words. */
export function publicStatus(state: PaymentState): { status: PublicStatus; money: MoneyWord } {
  const winner = state.attempts.find((attempt) => attempt.isWinner)
  if (winner || state.order.fulfilment === 'DONE') return statusOfPaid(state)
  const latest = state.attempts.findLast((attempt) => attempt.doubt) ?? state.attempts.at(-1)
  return latest ? statusOfAttempt(state, latest) : { status: 'REQUEST_REGISTERED', money: 'not-asked' }
}

function statusOfPaid(state: PaymentState): { status: PublicStatus; money: MoneyWord } {
  if (state.order.fulfilment === 'DONE') return { status: 'SUCCESS', money: secondPayment(state) ?? 'delivered' }
  if (state.order.fulfilment !== 'REFUSED') return { status: 'REQUEST_RAISED', money: 'taken' }
  return { status: 'FAILED', money: moneyLeft(state) ?? 'given-back' }
}

function secondPayment({ attempts }: PaymentState): MoneyWord | null {
  if (attempts.some((attempt) => attempt.state === 'REFUNDING')) return 'second-coming-back'
  return attempts.some((attempt) => attempt.state === 'REFUNDED' && !attempt.isWinner) ? 'second-given-back' : null
}

function statusOfAttempt(state: PaymentState, attempt: Attempt): { status: PublicStatus; money: MoneyWord } {
  if (attempt.doubt) return { status: attempt.isPush ? 'IN_PROCESS' : 'REQUEST_REGISTERED', money: wordOfDoubt(attempt) }
  switch (attempt.state) {
    case 'CREATED':
    case 'UNKNOWN':
      return { status: attempt.isPush ? 'IN_PROCESS' : 'REQUEST_REGISTERED', money: 'being-confirmed' }
    case 'WAITING':
      return { status: attempt.isPush ? 'IN_PROCESS' : 'REQUEST_REGISTERED', money: 'waiting' }
    case 'PAID':
      return { status: 'REQUEST_RAISED', money: 'held' }
    case 'CANCELLED':
      return { status: 'CANCELLED', money: moneyLeft(state) ?? 'not-taken' }
    case 'DECLINED':
    case 'EXPIRED':
      return { status: 'FAILED', money: moneyLeft(state) ?? 'not-taken' }
    case 'REFUNDING':
    case 'REFUNDED':
      return { status: 'FAILED', money: moneyLeft(state) ?? 'given-back' }
  }
}

/** That the provider's words do not agree is said once it has answered: while it is silent, its notice is merely not confirmed yet. */
function wordOfDoubt({ doubt, state }: Attempt): MoneyWord {
  return doubt?.why === 'said-paid' && (state === 'CREATED' || state === 'UNKNOWN') ? 'being-confirmed' : 'being-checked'
}

/** 'Nothing was taken' and 'given back' are said only when they are true of every attempt of the order. */
function moneyLeft(state: PaymentState): MoneyWord | null {
  if (state.attempts.some((attempt) => attempt.state === 'PAID')) return 'held'
  if (state.attempts.some((attempt) => attempt.state === 'REFUNDING')) return 'coming-back'
  if (state.attempts.some((attempt) => attempt.doubt !== null)) return 'being-checked'
  if (state.attempts.some((attempt) => attempt.state === 'UNKNOWN' || attempt.state === 'CREATED')) return 'being-confirmed'
  return state.attempts.some((attempt) => attempt.state === 'REFUNDED') ? 'given-back' : null
}

/** I17: what was paid beyond what was asked, and whether it went back; null where there is nothing of the kind. */
export function excessOf({ attempts }: PaymentState): { excess: Money; isReturned: boolean } | null {
  const attempt = attempts.find(({ isWinner, paid, asked }) => isWinner && paid !== null && paid.minor > asked.minor)
  if (!attempt?.paid || attempt.state !== 'PAID') return null
  return {
    excess: { minor: attempt.paid.minor - attempt.asked.minor, currency: attempt.paid.currency },
    isReturned: attempt.isExcessReturned,
  }
}
