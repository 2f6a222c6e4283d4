import { isAskedOnPhone } from '#shared/connector-table.ts'
import { type ConnectorInfo, ProviderUnavailable, type StartResult } from '#payment-connectors/payment-connector.ts'
import type { Money } from '#shared/money.ts'
import { isOpen } from './attempt-states.ts'
import { nextQuery, observe, replaceAttempt, type NewIds } from './observe.ts'
import { addSeconds, PAYMENT_RULES } from './payment-rules.ts'
import type { Attempt, Change, Order, PaymentEvent, PaymentState, Quote } from './records.ts'
import type { Standing } from './subjects.ts'
import { retryTime } from '#payment-connectors/retry-after.ts'

/** The decision on a request to pay, before anything is sent. */
export type StartDecision =
  | { kind: 'begun'; attempt: Attempt }
  /** The same method is already under way: its action is returned again, and nothing new is charged. */
  | { kind: 'resumed'; attempt: Attempt }
  | { kind: 'already-paid' }
  /** A payment may have been made, and its outcome is unknown: paying again could charge twice. */
  | { kind: 'being-confirmed' }
  | { kind: 'too-late' }
  /** I18: its subject is not owed any more, changed, is being paid by another order, or cannot be read. Nothing was begun. */
  | { kind: 'not-due'; standing: Exclude<Standing, { kind: 'owed' }> }

/** A new attempt would begin, and its subject must be read first. */
type Unread = { kind: 'subject-unread'; order: Order }

export type AttemptRequest = {
  /** The state of the subject; null while it was not read. */
  standing?: Standing | null
  payer: Attempt['payer']
  /** Made by the server; null when the price itself is paid. */
  quote: Quote | null
  connector: Pick<ConnectorInfo, 'id' | 'repeat' | 'paymentMode'>
  repeatOf: (connector: ConnectorInfo['id']) => ConnectorInfo['repeat']
}

const MAX_ATTEMPTS = 20

/** One order, many attempts, at most one success: decides whether another attempt may begin. */
export function beginAttempt(
  state: PaymentState,
  request: AttemptRequest,
  at: { now: Date; ids: NewIds & { correlationId: () => string } },
): Change & { beginning: StartDecision | Unread } {
  const nothing = (beginning: StartDecision | Unread) => ({ state, events: [], beginning })
  if (state.attempts.some((attempt) => attempt.isWinner || attempt.state === 'PAID')) return nothing({ kind: 'already-paid' })
  if (at.now > state.order.wantedUntil || state.attempts.length >= MAX_ATTEMPTS) return nothing({ kind: 'too-late' })
  const { asked, rate } = request.quote ?? { asked: state.order.amount, rate: null }
  const isSame = (attempt: Attempt) =>
    attempt.connector === request.connector.id && attempt.payer.msisdn === request.payer.msisdn && isSameMoney(attempt.asked, asked)
  const same = state.attempts.find((attempt) => isSame(attempt) && isUnderWay(attempt, at.now))
  if (same) return nothing(resume(state.order, same, request.standing ?? null, at.now))
  // It may have been paid by an attempt that the restored ledger does not contain.
  if (state.order.restoredAt !== null) return nothing({ kind: 'too-late' })
  const mayHavePaid = (attempt: Attempt) => attempt.isSecretPending || request.repeatOf(attempt.connector) !== 'harmless'
  const isUnsure = (attempt: Attempt) =>
    attempt.doubt !== null ||
    ((attempt.state === 'CREATED' || attempt.state === 'UNKNOWN') && mayHavePaid(attempt) && !areOtherWaysOpen(attempt, at.now))
  if (state.attempts.some(isUnsure)) return nothing({ kind: 'being-confirmed' })
  const { standing } = request
  if (state.order.subject && !standing) return nothing({ kind: 'subject-unread', order: state.order })
  if (standing && standing.kind !== 'owed') return nothing({ kind: 'not-due', standing })
  const method = methodOf(request, asked)
  const attempt: Attempt = { ...newAttempt(request, at), asked, rate, method }
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
 * I16: the one open attempt of its method. It counts from its start call on, before it has an action. A start that ended without a response
 * showed no page, and its process may have crashed: after its lease another one may begin.
 */
function isUnderWay(attempt: Attempt, now: Date): boolean {
  if (!isOpen(attempt.state)) return false
  return attempt.action !== null || (attempt.state === 'CREATED' && now < addSeconds(attempt.createdAt, PAYMENT_RULES.leaseSeconds))
}

/** I18: a page shown again later must reflect the current state of the subject. An attempt that may have been paid is only shown. */
function resume(order: Order, attempt: Attempt, standing: Standing | null, now: Date): StartDecision | Unread {
  const isOld = now >= addSeconds(attempt.createdAt, PAYMENT_RULES.leaseSeconds)
  if (order.subject === null || !isOld || attempt.state !== 'WAITING' || attempt.doubt) return { kind: 'resumed', attempt }
  if (!standing) return { kind: 'subject-unread', order }
  return standing.kind === 'owed' || standing.kind === 'unreadable' ? { kind: 'resumed', attempt } : { kind: 'not-due', standing }
}

/** I20: the provider returned no way to pay, so the payer need not wait for it. */
export function areOtherWaysOpen({ otherWaysFrom, isSecretPending }: Attempt, now: Date): boolean {
  return otherWaysFrom !== null && otherWaysFrom <= now && !isSecretPending
}

function methodOf({ connector, payer }: AttemptRequest, asked: Money): string {
  return [connector.id, payer.msisdn ?? '', asked.minor, asked.currency].join(' ')
}

function isSameMoney(one: Money, other: Money): boolean {
  return one.currency === other.currency && one.minor === other.minor
}

function newAttempt(
  { connector: { id, paymentMode }, payer }: AttemptRequest,
  { now, ids }: { now: Date; ids: NewIds & { correlationId: () => string } },
): Omit<Attempt, 'asked' | 'rate' | 'method'> {
  return {
    id: ids.id(),
    ref: ids.ref(),
    correlationId: ids.correlationId(),
    payer,
    connector: id,
    isPush: isPush({ paymentMode }),
    state: 'CREATED',
    isWinner: false,
    reason: null,
    providerRef: null,
    providerTxnId: null,
    paid: null,
    action: null,
    otherWaysFrom: null,
    retryAt: null,
    doubt: null,
    lastAskedAt: null,
    isExcessReturned: false,
    secretsSent: 0,
    isSecretPending: false,
    queries: 0,
    // If this process crashes before the response is stored, a scheduled query finds the outcome.
    nextQueryAt: addSeconds(now, PAYMENT_RULES.leaseSeconds),
    isDeliveryReported: false,
    report: null,
    createdAt: now,
  }
}

export function applyStart(
  before: PaymentState,
  attemptId: string,
  outcome: StartOutcome,
  at: { now: Date; ids: NewIds; ladder: readonly number[] },
): Change {
  const found = before.attempts.find((each) => each.id === attemptId)
  if (!found) return { state: before, events: [] }
  const attempt: Attempt = outcome.retryAt ? { ...found, retryAt: outcome.retryAt } : found
  const change = changeByStart(attempt === found ? before : replaceAttempt(before, attempt), attempt, outcome, at)
  return { ...change, events: [...answeredEvents(attempt, outcome), ...change.events] }
}

/** What was returned instead of a way to pay, unchanged. */
function answeredEvents({ id, state }: Attempt, { answered = null }: StartOutcome): PaymentEvent[] {
  if (answered === null) return []
  return [{ kind: 'start-answered', source: 'start', attemptId: id, from: state, to: state, code: answered, amount: null }]
}

function changeByStart(
  state: PaymentState,
  attempt: Attempt,
  outcome: StartOutcome,
  at: { now: Date; ids: NewIds; ladder: readonly number[] },
): Change {
  const attemptId = attempt.id
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
      return outcome.mayHaveArrived
        ? unknown(state, { ...attempt, otherWaysFrom: outcome.otherWaysFrom }, at)
        : neverArrived(state, attemptId, at)
  }
}

function neverArrived(state: PaymentState, attemptId: string, at: { now: Date; ids: NewIds }): Change {
  const provider = { code: 'unreachable', text: 'nothing was sent' }
  return observe(state, attemptId, { state: 'declined', final: true, reason: 'provider', provider }, 'start', at)
}

/** A missing response is never a refusal. */
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

/** The provider's response to a start, or its absence. `answered`: HTTP status and code, for the ledger. */
export type StartOutcome = ResponseFacts &
  (
    | StartResult
    /** `otherWaysFrom`: from then on the payer may use another method, whatever becomes of the money. */
    | { kind: 'no-answer'; mayHaveArrived: boolean; otherWaysFrom: Date | null }
  )

type ResponseFacts = { answered?: string | null; retryAt?: Date | null }

type Started = Pick<ConnectorInfo, 'paymentMode' | 'promptSeconds'>

/**
 * I20: what a start without a usable response means for the payer. F26 still holds for the money: whatever may exist is queried. A page or
 * key missing from a complete response does not exist. A prompt may have rung, unless the wallet rejected further requests.
 */
export function verdictOnFailedStart(error: unknown, info: Started, now: Date): StartOutcome {
  if (!(error instanceof ProviderUnavailable)) return { kind: 'no-answer', mayHaveArrived: true, otherWaysFrom: null }
  const { mayHaveArrived, answered } = error
  const facts: ResponseFacts = answered ? { answered: ledgerCode(answered.status, answered.code), retryAt: retryTime(answered, now) } : {}
  if (answered && mayHaveArrived && answered.status === 429 && isPush(info))
    return { ...facts, kind: 'rejected', reason: 'provider', provider: { code: 'HTTP-429', text: '' } }
  return { ...facts, kind: 'no-answer', mayHaveArrived, otherWaysFrom: answered ? waysFrom(info, now) : null }
}

function waysFrom(info: Started, now: Date): Date | null {
  if (isPush(info)) return addSeconds(now, info.promptSeconds ?? PAYMENT_RULES.promptSeconds)
  // A start charges the balance itself: only its own response can be a refusal.
  return info.paymentMode === 'AIR_TIME' ? null : now
}

/** The payer approves on a phone. */
export function isPush({ paymentMode }: Pick<ConnectorInfo, 'paymentMode'>): boolean {
  return isAskedOnPhone(paymentMode)
}

export function ledgerCode(status: number, code: string | null): string {
  return code === null ? `HTTP ${status}` : `HTTP ${status} ${code}`
}
