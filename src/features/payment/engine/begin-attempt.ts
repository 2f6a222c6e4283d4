import type { ConnectorInfo, Money, StartResult } from '#payment-connectors/payment-connector.ts'
import { isOpen } from './attempt-states.ts'
import { nextQuery, observe, replaceAttempt, type NewIds } from './observe.ts'
import { later, PAYMENT_RULES } from './payment-rules.ts'
import type { Attempt, Change, PaymentState, Quote } from './records.ts'

/** What a visitor who wants to pay gets to hear before anything is sent. */
export type Beginning =
  | { kind: 'begun'; attempt: Attempt }
  /** The same method is already under way: its action is given again, nothing new is charged. */
  | { kind: 'resumed'; attempt: Attempt }
  | { kind: 'already-paid' }
  /** A payment may have been made and we do not know yet: paying again now could charge twice. */
  | { kind: 'being-confirmed' }
  | { kind: 'too-late' }

export type Wish = {
  payer: Attempt['payer']
  /** Made by the server; null where the price itself is paid. */
  quote: Quote | null
  connector: Pick<ConnectorInfo, 'id' | 'repeat' | 'paymentMode'>
  repeatOf: (connector: ConnectorInfo['id']) => ConnectorInfo['repeat']
}

const MOST_ATTEMPTS = 20

/** One order, many attempts, at most one success: decides whether another attempt may begin. */
export function beginAttempt(
  state: PaymentState,
  wish: Wish,
  at: { now: Date; ids: NewIds & { correlationId: () => string } },
): Change & { beginning: Beginning } {
  const nothing = (beginning: Beginning) => ({ state, events: [], beginning })
  if (state.attempts.some((attempt) => attempt.isWinner || attempt.state === 'PAID')) return nothing({ kind: 'already-paid' })
  if (at.now > state.order.wantedUntil || state.attempts.length >= MOST_ATTEMPTS) return nothing({ kind: 'too-late' })
  const { asked, rate } = wish.quote ?? { asked: state.order.amount, rate: null }
  const isSame = (attempt: Attempt) =>
    attempt.connector === wish.connector.id && attempt.payer.msisdn === wish.payer.msisdn && isSameMoney(attempt.asked, asked)
  const same = state.attempts.find((attempt) => isSame(attempt) && isUnderWay(attempt, at.now))
  if (same) return nothing({ kind: 'resumed', attempt: same })
  // It may have been paid by an attempt that the restored book does not know.
  if (state.order.restoredAt !== null) return nothing({ kind: 'too-late' })
  const mayHavePaid = (attempt: Attempt) => attempt.isSecretPending || wish.repeatOf(attempt.connector) !== 'harmless'
  const isUnsure = (attempt: Attempt) =>
    attempt.doubt !== null || ((attempt.state === 'CREATED' || attempt.state === 'UNKNOWN') && mayHavePaid(attempt))
  if (state.attempts.some(isUnsure)) return nothing({ kind: 'being-confirmed' })
  const method = methodOf(wish, asked)
  const attempt: Attempt = { ...newAttempt(wish, at), asked, rate, method }
  const others = state.attempts.map((each): Attempt => (each.method === method ? { ...each, method: null } : each))
  return {
    state: { ...state, attempts: [...others, attempt] },
    events: [
      {
        kind: 'attempt-begun',
        source: 'portal',
        attemptId: attempt.id,
        from: null,
        to: 'CREATED',
        code: attempt.connector,
        amount: asked,
      },
    ],
    beginning: { kind: 'begun', attempt },
  }
}

/**
 * I16: the one open attempt of its method. While its start is on its way it has no action yet, and counts all the same; a start that ended
 * without an answer showed nobody a page, and its maker may have died: after its lease another one may begin.
 */
function isUnderWay(attempt: Attempt, now: Date): boolean {
  if (!isOpen(attempt.state)) return false
  return attempt.action !== null || (attempt.state === 'CREATED' && now < later(attempt.createdAt, PAYMENT_RULES.leaseSeconds))
}

function methodOf({ connector, payer }: Wish, asked: Money): string {
  return [connector.id, payer.msisdn ?? '', asked.minor, asked.currency].join(' ')
}

function isSameMoney(one: Money, other: Money): boolean {
  return one.currency === other.currency && one.minor === other.minor
}

function newAttempt(
  { connector: { id, paymentMode }, payer }: Wish,
  { now, ids }: { now: Date; ids: NewIds & { correlationId: () => string } },
): Omit<Attempt, 'asked' | 'rate' | 'method'> {
  return {
    id: ids.id(),
    ref: ids.ref(),
    correlationId: ids.correlationId(),
    payer,
    connector: id,
    isPush: paymentMode === 'MONEY_PUSH' || paymentMode === 'MPESA',
    state: 'CREATED',
    isWinner: false,
    reason: null,
    providerRef: null,
    providerTxnId: null,
    paid: null,
    action: null,
    doubt: null,
    lastAskedAt: null,
    isExcessReturned: false,
    secretsSent: 0,
    isSecretPending: false,
    queries: 0,
    // Should this process die before the answer is stored, somebody asks the provider later.
    nextQueryAt: later(now, PAYMENT_RULES.leaseSeconds),
    isDeliveryReported: false,
    createdAt: now,
  }
}

/** The provider's answer to a start, or that none came. */
export type StartOutcome = StartResult | { kind: 'no-answer'; mayHaveArrived: boolean }

export function applyStart(
  state: PaymentState,
  attemptId: string,
  outcome: StartOutcome,
  at: { now: Date; ids: NewIds; ladder: readonly number[] },
): Change {
  const attempt = state.attempts.find((each) => each.id === attemptId)
  if (!attempt) return { state, events: [] }
  switch (outcome.kind) {
    case 'accepted': {
      const known: Attempt = { ...attempt, providerRef: attempt.providerRef ?? outcome.providerRef, action: outcome.action }
      const change = observe(replaceAttempt(state, known), attemptId, { state: 'pending' }, 'start', at)
      return { ...change, state: scheduleQuery(change.state, attemptId, at) }
    }
    case 'settled':
      return observe(replaceAttempt(state, { ...attempt, providerRef: outcome.providerRef }), attemptId, outcome.seen, 'start', at)
    case 'rejected':
      return observe(state, attemptId, { state: 'declined', final: true, reason: outcome.reason, provider: outcome.provider }, 'start', at)
    case 'not-attempted':
      return observe(
        state,
        attemptId,
        { state: 'declined', final: true, reason: outcome.reason, provider: { code: 'not-attempted', text: outcome.note } },
        'start',
        at,
      )
    case 'no-answer':
      return outcome.mayHaveArrived ? unknown(state, attempt, at) : neverArrived(state, attemptId, at)
  }
}

function neverArrived(state: PaymentState, attemptId: string, at: { now: Date; ids: NewIds }): Change {
  const provider = { code: 'unreachable', text: 'nothing was sent' }
  return observe(state, attemptId, { state: 'declined', final: true, reason: 'provider', provider }, 'start', at)
}

/** An answer that did not come is never a no. */
function unknown(state: PaymentState, attempt: Attempt, at: { now: Date; ladder: readonly number[] }): Change {
  if (attempt.state !== 'CREATED') return { state, events: [] }
  const moved: Attempt = { ...attempt, state: 'UNKNOWN' }
  const events = [
    { kind: 'no-answer', source: 'start' as const, attemptId: attempt.id, from: 'CREATED', to: 'UNKNOWN', code: null, amount: null },
  ]
  return { state: replaceAttempt(state, { ...moved, nextQueryAt: nextQuery(moved, at.ladder, at.now) }), events }
}

function scheduleQuery(state: PaymentState, attemptId: string, at: { now: Date; ladder: readonly number[] }): PaymentState {
  const attempt = state.attempts.find((each) => each.id === attemptId)
  if (!attempt || !isOpen(attempt.state)) return state
  return replaceAttempt(state, { ...attempt, nextQueryAt: nextQuery(attempt, at.ladder, at.now) })
}
