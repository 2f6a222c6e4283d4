import type { Observation } from '#payment-connectors/payment-connector.ts'
import type { Money } from '#shared/money.ts'
import { canMove, isClosedUnpaid, isOpen, isSettled, reduceAttempt, type Consequence } from './attempt-states.ts'
import { addSeconds, backoffSeconds, PAYMENT_RULES } from './payment-rules.ts'
import type {
  Attempt,
  AttemptState,
  Change,
  Doubt,
  EventSource,
  PaymentEvent,
  PaymentState,
  Refund,
  RefundCause,
  ReviewReason,
  StateUpdate,
} from './records.ts'

export type NewIds = { id: () => string; ref: () => string }

/** Applies an observation of an attempt, from any source, and decides what becomes of the attempt and of the order. */
export function observe(
  state: PaymentState,
  attemptId: string,
  reported: Observation,
  source: EventSource,
  at: { now: Date; ids: NewIds },
): Change {
  const found = state.attempts.find((each) => each.id === attemptId)
  if (!found) return { state, events: [] }
  const seen = believable(reported, found)
  const attempt = doubtAfter({ ...found, ...secretAfter(found, seen), ...refusalAfter(found, seen) }, seen, at.now)
  const move = reduceAttempt(attempt.state, seen, {
    isOrderPaidByAnother: state.attempts.some((each) => each.isWinner && each.id !== attempt.id),
    // For a restored order the time of payment and its delivery are unknown: the operator is queried.
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
  if (!move) return { state: flagForReview(replaceAttempt(state, attempt), attempt, seen), events: [event] }
  if (!canMove(attempt.state, move.to)) throw new Error(`an attempt cannot go from ${attempt.state} to ${move.to}`)
  const moved: Attempt = {
    ...attempt,
    state: move.to,
    // An attempt whose card was refused, with no success after it, ended by the refusal and not by the timeout.
    reason: move.reason === 'expired' && attempt.reason ? attempt.reason : move.reason,
    isWinner: attempt.isWinner || move.consequence.kind === 'fulfil' || move.consequence.kind === 'fulfil-overpaid',
    doubt: isSettled(move.to) ? null : attempt.doubt,
    paid: seen.state === 'paid' ? seen.amount : attempt.paid,
    providerTxnId: seen.state === 'paid' ? seen.providerTxnId : attempt.providerTxnId,
    ...queriesAfter(attempt, move.to, at.now),
  }
  return { state: follow(replaceAttempt(state, moved), moved, move.consequence, at), events: [event] }
}

/**
 * No provider takes zero, or more than a number can hold: that means paid, with an unknown amount. Another amount than requested concerns
 * something else (I19), unless the provider itself says that it took another. A response without an amount does not settle the details of a
 * webhook.
 */
export function believable(seen: Observation, { asked, doubt }: Pick<Attempt, 'asked' | 'doubt'>): Observation {
  if (seen.state !== 'paid') return seen
  const { amount, provider = { code: 'paid', text: '' } } = seen
  if (seen.namesNoAmount && doubt?.why === 'details-differ') return { state: 'unrecognised', saysPaid: true, namesOther: true, provider }
  if (!Number.isSafeInteger(amount.minor) || amount.minor <= 0) return { state: 'unrecognised', saysPaid: true, provider }
  const isAsAsked = amount.minor === asked.minor && amount.currency === asked.currency
  return isAsAsked || seen.isOtherAmount ? seen : { state: 'unrecognised', saysPaid: true, namesOther: true, provider }
}

function doubtAfter(attempt: Attempt, seen: Observation, now: Date): Attempt {
  if (seen.state !== 'unrecognised' || !seen.saysPaid) return attempt
  return withDoubt(attempt, seen.namesOther ? 'details-differ' : 'amount-unreadable', now)
}

/**
 * From now on it is queried often, however it ended before; a settled attempt has no doubt. An unverified report gives way to a verified
 * one.
 */
export function withDoubt(attempt: Attempt, why: Doubt['why'], now: Date): Attempt {
  const isKnown = attempt.doubt !== null && (attempt.doubt.why !== 'said-paid' || why === 'said-paid')
  if (isSettled(attempt.state) || isKnown) return attempt
  const doubted: Attempt = { ...attempt, doubt: { why, since: now }, queries: 0 }
  return { ...doubted, nextQueryAt: nextQuery(doubted, [], now) }
}

/** It cannot be queried any more and may have been paid: it goes to review at once instead of after two days. */
function flagForReview(state: PaymentState, attempt: Attempt, seen: Observation): PaymentState {
  const review = seen.state === 'unrecognised' && isOpen(attempt.state) ? seen.needsReview : undefined
  return review ? { ...state, order: { ...state.order, review: state.order.review ?? review } } : state
}

/** A partial or different refund was not ordered by us: it goes to review before anything else happens. */
function isPartlyRefunded({ paid }: Attempt, seen: Observation): boolean {
  return seen.state === 'refunded' && paid !== null && (seen.amount.minor !== paid.minor || seen.amount.currency !== paid.currency)
}

/** The wallet refused the PIN that was sent, and reports how many tries are left: another may follow. */
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

/** An attempt that ended unpaid begins its last, slow polling schedule; one that goes on continues its own. */
function queriesAfter(attempt: Attempt, to: AttemptState, now: Date): Pick<Attempt, 'queries' | 'nextQueryAt'> {
  if (isOpen(to)) return { queries: attempt.queries, nextQueryAt: attempt.nextQueryAt }
  return { queries: 0, nextQueryAt: nextQuery({ ...attempt, state: to, queries: 0 }, [], now) }
}

/** What a transition means for the order: deliver, refund, or review. */
function follow(state: PaymentState, attempt: Attempt, consequence: Consequence, at: { now: Date; ids: NewIds }): PaymentState {
  switch (consequence.kind) {
    case 'none':
      return scheduleFailureSms(finishRefunds(state, attempt), attempt, at.now)
    case 'fulfil':
      return queueDelivery(state, at.now)
    case 'fulfil-overpaid':
      return queueDelivery({ ...state, order: { ...state.order, review: state.order.review ?? 'overpaid' } }, at.now)
    case 'refund':
      return addRefund(state, attempt, consequence.cause, at)
    case 'review':
      return finishRefunds({ ...state, order: withReview(state, attempt, consequence.why) }, attempt)
  }
}

function queueDelivery(state: PaymentState, now: Date): PaymentState {
  const fulfilment = state.order.restoredAt === null ? 'QUEUED' : 'TRACKING'
  return { ...state, order: { ...state.order, fulfilment, paidAt: now, nextFulfilmentAt: now } }
}

/** Payers often retry at once after a refusal: the SMS about it is delayed, and is not sent while another attempt is open. */
function scheduleFailureSms(state: PaymentState, attempt: Attempt, now: Date): PaymentState {
  if (attempt.state !== 'DECLINED' && attempt.state !== 'EXPIRED') return state
  return { ...state, order: { ...state.order, nextMessageAt: addSeconds(now, PAYMENT_RULES.failureSmsAfterSeconds) } }
}

/** After a refund that the provider made on its own, a delivery must not follow, because it would be unpaid. */
function withReview(state: PaymentState, attempt: Attempt, why: ReviewReason): PaymentState['order'] {
  const { order } = state
  if (attempt.state !== 'REFUNDED' || !attempt.isWinner || order.fulfilment !== 'QUEUED') return { ...order, review: order.review ?? why }
  return { ...order, fulfilment: 'REFUSED', refusal: why, nextFulfilmentAt: null, review: order.review ?? why }
}

/** The attempt is refunded, so all its refunds are done, whatever the source of the observation. */
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
  const known = state.refunds.find((refund) => refund.attemptId === attempt.id)
  if (known) return resumeWithdrawn(state, known, cause, now)
  // It may have been refunded already, under a reference missing from the restored ledger: it goes to review first.
  const isForPerson = state.order.restoredAt !== null
  const refund: Refund = {
    id: ids.id(),
    attemptId: attempt.id,
    ref: ids.ref(),
    amount: amountHeld(attempt),
    cause,
    state: isForPerson ? 'REVIEW' : 'QUEUED',
    tries: 0,
    absentSince: null,
    nextWorkAt: isForPerson ? null : now,
  }
  const review = state.order.review ?? (isForPerson ? 'refund-after-restore' : null)
  return { ...state, order: { ...state.order, nextMessageAt: null, review }, refunds: [...state.refunds, refund] }
}

/** Withdrawn when the delivery was sent again: it has never been requested. Any other refund goes on by itself. */
function resumeWithdrawn(state: PaymentState, refund: Refund, cause: RefundCause, now: Date): PaymentState {
  if (refund.state !== 'REVIEW') return state
  const resumed: Refund = { ...refund, cause, state: 'QUEUED', tries: 0, absentSince: null, nextWorkAt: now }
  return { ...state, refunds: state.refunds.map((each) => (each === refund ? resumed : each)) }
}

/** I8: an excess that was returned is not returned again. */
export function amountHeld({ isExcessReturned, asked, paid }: Attempt): Money {
  return isExcessReturned ? asked : (paid ?? asked)
}

export function replaceAttempt(state: PaymentState, attempt: Attempt): PaymentState {
  return { ...state, attempts: state.attempts.map((each) => (each.id === attempt.id ? attempt : each)) }
}

/** The next query of the provider: by its connector's schedule while open, a few more times after an unpaid end, none after two days. */
export function nextQuery(attempt: Attempt, ladder: readonly number[], now: Date): Date | null {
  const age = now.getTime() - attempt.createdAt.getTime()
  if (attempt.doubt) return nextDoubtQuery(attempt.doubt, attempt.queries, now)
  if (age > PAYMENT_RULES.escalateAfterHours * 3_600_000) return null
  if (isOpen(attempt.state)) return addSeconds(now, backoffSeconds(ladder, attempt.queries))
  return isClosedUnpaid(attempt.state) ? addSeconds(now, backoffSeconds(PAYMENT_RULES.afterCloseSeconds, attempt.queries)) : null
}

/** Frequent at first, then slow; and once exactly at the time of its review. For at most two days. */
function nextDoubtQuery(doubt: Doubt, queries: number, now: Date): Date | null {
  if (now.getTime() - doubt.since.getTime() > PAYMENT_RULES.escalateAfterHours * 3_600_000) return null
  const next = addSeconds(now, backoffSeconds(PAYMENT_RULES.doubtLadderSeconds, queries))
  const deadline = doubtDeadline(doubt)
  return deadline > now && deadline < next ? deadline : next
}

/** When it goes to review. */
export function doubtDeadline({ why, since }: Doubt): Date {
  return addSeconds(since, PAYMENT_RULES.doubtMinutes[why] * 60)
}

/** I14: an unverified source reports the attempt as paid. It is neither treated as paid nor, from here on, shown as unpaid. */
export function doubtAttempt(attemptId: string, why: Doubt['why'], now: () => Date): StateUpdate {
  return (state) => {
    const found = state.attempts.find((each) => each.id === attemptId)
    const attempt = found && withDoubt(found, why, now())
    if (!attempt || attempt === found) return { state, events: [] }
    const event: PaymentEvent = {
      kind: 'doubted',
      source: why === 'receipt-used' ? 'query' : 'notice',
      attemptId,
      from: attempt.state,
      to: attempt.state,
      code: why,
      amount: null,
    }
    return { state: replaceAttempt(state, attempt), events: [event] }
  }
}
