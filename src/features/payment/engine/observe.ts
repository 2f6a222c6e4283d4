import type { Observation } from '#payment-connectors/payment-connector.ts'
import { canMove, isClosedUnpaid, isOpen } from './attempt-states.ts'
import { later, pauseSeconds, PAYMENT_RULES } from './payment-rules.ts'
import type { Attempt, AttemptState, Change, Doubt, EventSource, PaymentEvent, PaymentState, Refund, RefundCause } from './records.ts'
import { isSettled, reduceAttempt, type Consequence } from './reduce-attempt.ts'

export type NewIds = { id: () => string; ref: () => string }

/** Something was seen about an attempt. Whoever saw it, this decides what becomes of the attempt and of the order. */
export function observe(
  state: PaymentState,
  attemptId: string,
  told: Observation,
  source: EventSource,
  at: { now: Date; ids: NewIds },
): Change {
  const found = state.attempts.find((each) => each.id === attemptId)
  if (!found) return { state, events: [] }
  const seen = withReadableAmount(told)
  const attempt = doubtAfter({ ...found, ...secretAfter(found, seen), ...refusalAfter(found, seen) }, seen, at.now)
  const move = reduceAttempt(attempt.state, seen, {
    isOrderPaidByAnother: state.attempts.some((each) => each.isWinner && each.id !== attempt.id),
    // Of a restored order it is not known when it was paid, nor whether it was handed over then: the operator is asked.
    isOrderStillWanted: at.now <= state.order.wantedUntil || state.order.restoredAt !== null,
    expected: attempt.asked,
    isDoubted: attempt.doubt !== null,
  })
  const event: PaymentEvent = {
    kind: `seen-${seen.state}`,
    source,
    attemptId,
    from: attempt.state,
    to: move?.to ?? attempt.state,
    code: seen.provider?.code ?? null,
    amount: seen.state === 'paid' || seen.state === 'refunded' ? seen.amount : null,
  }
  if (isPartlyRefunded(attempt, seen))
    return {
      state: { ...state, order: { ...state.order, review: state.order.review ?? 'partly-refunded' } },
      events: [{ ...event, to: attempt.state }],
    }
  if (!move) return { state: callPerson(replaceAttempt(state, attempt), attempt, seen), events: [event] }
  if (!canMove(attempt.state, move.to)) throw new Error(`an attempt cannot go from ${attempt.state} to ${move.to}`)
  const moved: Attempt = {
    ...attempt,
    state: move.to,
    // A card that was refused and never followed by a better one ended by that, not by the clock.
    reason: move.reason === 'expired' && attempt.reason ? attempt.reason : move.reason,
    isWinner: attempt.isWinner || move.consequence.kind === 'fulfil' || move.consequence.kind === 'fulfil-overpaid',
    doubt: isSettled(move.to) ? null : attempt.doubt,
    paid: seen.state === 'paid' ? seen.amount : attempt.paid,
    providerTxnId: seen.state === 'paid' ? seen.providerTxnId : attempt.providerTxnId,
    ...queriesAfter(attempt, move.to, at.now),
  }
  return { state: follow(replaceAttempt(state, moved), moved, move.consequence, at), events: [event] }
}

/** No provider takes nothing, or more than a number can hold: whoever says so says that it was paid, and not how much. */
function withReadableAmount(seen: Observation): Observation {
  if (seen.state !== 'paid' || (Number.isSafeInteger(seen.amount.minor) && seen.amount.minor > 0)) return seen
  return { state: 'unrecognised', saysPaid: true, provider: seen.provider ?? { code: 'amount-unreadable', text: '' } }
}

function doubtAfter(attempt: Attempt, seen: Observation, now: Date): Attempt {
  return seen.state === 'unrecognised' && seen.saysPaid ? withDoubt(attempt, 'amount-unreadable', now) : attempt
}

/** From now on it is asked about closely, however it ended before; what is settled is beyond doubt. */
export function withDoubt(attempt: Attempt, why: Doubt['why'], now: Date): Attempt {
  if (isSettled(attempt.state) || attempt.doubt) return attempt
  const doubted: Attempt = { ...attempt, doubt: { why, since: now }, queries: 0 }
  return { ...doubted, nextQueryAt: nextQuery(doubted, [], now) }
}

/** Nobody can be asked about it any more, and it may have been paid: a person is called at once instead of after two days. */
function callPerson(state: PaymentState, attempt: Attempt, seen: Observation): PaymentState {
  const isStuck = seen.state === 'unrecognised' && seen.needsPerson && isOpen(attempt.state)
  return isStuck ? { ...state, order: { ...state.order, review: state.order.review ?? 'cannot-be-asked' } } : state
}

/** Less than all of it came back: that is nobody's plan of ours, and a person must look before anything else happens. */
function isPartlyRefunded(attempt: Attempt, seen: Observation): boolean {
  return seen.state === 'refunded' && attempt.paid !== null && seen.amount.minor < attempt.paid.minor
}

/** The wallet refused the PIN that was on its way, and says how many are left: another may follow. */
function secretAfter(attempt: Attempt, seen: Observation): Pick<Attempt, 'isSecretPending' | 'action'> {
  const { action, isSecretPending } = attempt
  if (!isSecretPending || seen.state !== 'declined' || seen.final) return { isSecretPending, action }
  const isCounted = action?.type === 'enter-pin' && seen.attemptsLeft !== undefined
  return { isSecretPending: false, action: isCounted ? { ...action, attemptsLeft: seen.attemptsLeft ?? action.attemptsLeft } : action }
}

/** CARD-5: why the last try on the provider's page failed, while another may follow. */
function refusalAfter({ state, reason }: Attempt, seen: Observation): Pick<Attempt, 'reason'> {
  return { reason: seen.state === 'declined' && !seen.final && isOpen(state) ? seen.reason : reason }
}

/** An attempt that ended unpaid begins its last, slow ladder; one that goes on keeps its place. */
function queriesAfter(attempt: Attempt, to: AttemptState, now: Date): Pick<Attempt, 'queries' | 'nextQueryAt'> {
  if (isOpen(to)) return { queries: attempt.queries, nextQueryAt: attempt.nextQueryAt }
  return { queries: 0, nextQueryAt: nextQuery({ ...attempt, state: to, queries: 0 }, [], now) }
}

/** What a move means for the order: hand over, give back, or call a person. */
function follow(state: PaymentState, attempt: Attempt, consequence: Consequence, at: { now: Date; ids: NewIds }): PaymentState {
  switch (consequence.kind) {
    case 'none':
      return owesBadNews(finishRefunds(state, attempt), attempt, at.now)
    case 'fulfil':
      return handOver(state, at.now)
    case 'fulfil-overpaid':
      return handOver({ ...state, order: { ...state.order, review: state.order.review ?? 'overpaid' } }, at.now)
    case 'refund':
      return addRefund(state, attempt, consequence.cause, at)
    case 'review':
      return finishRefunds({ ...state, order: withReview(state, attempt, consequence.why) }, attempt)
  }
}

function handOver(state: PaymentState, now: Date): PaymentState {
  const fulfilment = state.order.restoredAt === null ? 'QUEUED' : 'TRACKING'
  return { ...state, order: { ...state.order, fulfilment, paidAt: now, nextFulfilmentAt: now } }
}

/** Whoever was refused may be trying again this very minute: the SMS about it waits until they probably gave up. */
function owesBadNews(state: PaymentState, attempt: Attempt, now: Date): PaymentState {
  if (attempt.state !== 'DECLINED' && attempt.state !== 'EXPIRED') return state
  return { ...state, order: { ...state.order, nextMessageAt: later(now, PAYMENT_RULES.badNewsAfterSeconds) } }
}

/** Money that went back by the provider's own doing must not be followed by a delivery that nobody pays for. */
function withReview(state: PaymentState, attempt: Attempt, why: string): PaymentState['order'] {
  const { order } = state
  if (attempt.state !== 'REFUNDED' || !attempt.isWinner || order.fulfilment !== 'QUEUED') return { ...order, review: order.review ?? why }
  return { ...order, fulfilment: 'REFUSED', refusal: why, nextFulfilmentAt: null, review: order.review ?? why }
}

/** The attempt is refunded, so every refund of it is done, whoever noticed. */
function finishRefunds(state: PaymentState, attempt: Attempt): PaymentState {
  if (attempt.state !== 'REFUNDED') return state
  const refunds = state.refunds.map((refund): Refund =>
    refund.attemptId === attempt.id ? { ...refund, state: 'DONE', nextWorkAt: null } : refund,
  )
  return { ...state, refunds }
}

export function addRefund(
  state: PaymentState,
  attempt: Attempt,
  cause: RefundCause,
  { now, ids }: { now: Date; ids: NewIds },
): PaymentState {
  if (state.refunds.some((refund) => refund.attemptId === attempt.id)) return state
  // Perhaps it went back already, under a reference that the restored book does not know: a person looks first.
  const isForPerson = state.order.restoredAt !== null
  const refund: Refund = {
    id: ids.id(),
    attemptId: attempt.id,
    ref: ids.ref(),
    amount: attempt.paid ?? attempt.asked,
    cause,
    state: isForPerson ? 'REVIEW' : 'QUEUED',
    tries: 0,
    absentSince: null,
    nextWorkAt: isForPerson ? null : now,
  }
  const review = state.order.review ?? (isForPerson ? 'refund-after-restore' : null)
  return { ...state, order: { ...state.order, nextMessageAt: null, review }, refunds: [...state.refunds, refund] }
}

export function replaceAttempt(state: PaymentState, attempt: Attempt): PaymentState {
  return { ...state, attempts: state.attempts.map((each) => (each.id === attempt.id ? attempt : each)) }
}

/**
 * The next time the provider is asked: up its connector's ladder while open, a few more times after an unpaid end, and no longer
 * once two days have passed.
 */
export function nextQuery(attempt: Attempt, ladder: readonly number[], now: Date): Date | null {
  const age = now.getTime() - attempt.createdAt.getTime()
  if (attempt.doubt) return nextDoubtQuery(attempt.doubt, attempt.queries, now)
  if (age > PAYMENT_RULES.escalateAfterHours * 3_600_000) return null
  if (isOpen(attempt.state)) return later(now, pauseSeconds(ladder, attempt.queries))
  return isClosedUnpaid(attempt.state) ? later(now, pauseSeconds(PAYMENT_RULES.afterCloseSeconds, attempt.queries)) : null
}

/** Closely at first, then slowly; and once at the very moment when a person is to be called. No longer than two days. */
function nextDoubtQuery(doubt: Doubt, queries: number, now: Date): Date | null {
  if (now.getTime() - doubt.since.getTime() > PAYMENT_RULES.escalateAfterHours * 3_600_000) return null
  const next = later(now, pauseSeconds(PAYMENT_RULES.doubtLadderSeconds, queries))
  const deadline = doubtDeadline(doubt)
  return deadline > now && deadline < next ? deadline : next
}

/** When a person is called about it. */
export function doubtDeadline({ why, since }: Doubt): Date {
  return later(since, PAYMENT_RULES.doubtMinutes[why] * 60)
}
