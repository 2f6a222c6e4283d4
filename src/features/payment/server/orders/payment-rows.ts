import { scaleOf, type Money } from '#shared/money.ts'
import type { Goods } from '../../delivery.ts'
import type { Attempt, Doubt, Order, PaymentEvent, Refund, ReviewReason, StepFailure } from '../../engine/records.ts'
import type { ATTEMPT_CHANGES, ORDER_CHANGES, REFUND_CHANGES } from './payment-statements.ts'

/** Maps the rows of `migrations/0003-payment.sql` to the engine's records. Attempts and refunds travel as JSON, dates as text. */

type Columns<Names extends readonly string[]> = Record<Names[number], unknown>

export type OrderRow = {
  id: string
  reference: string
  delivery: Goods & { amount?: number }
  amount_minor: number
  currency: string
  wanted_until: Date
  subject: string | null
  subject_debt: string | null
  owed_at: Date | null
  fulfilment: Order['fulfilment']
  sends: number
  operator_reference: string | null
  refusal: string | null
  next_fulfilment_at: Date | null
  paid_at: Date | null
  absent_since: Date | null
  review: ReviewReason | null
  messages_sent: Order['messagesSent']
  message_tries: number
  next_message_at: Date | null
  troubles: StepFailureRow[]
  restored_at: Date | null
  created_at: Date
}

/** JSON has no dates. */
type StepFailureRow = Omit<StepFailure, 'until'> & { until: string | null }

export function orderOf(row: OrderRow): Order {
  return {
    id: row.id,
    reference: row.reference,
    delivery: goodsOf(row.delivery),
    amount: { minor: row.amount_minor, currency: row.currency },
    wantedUntil: row.wanted_until,
    subject: row.subject === null ? null : { key: row.subject, debt: row.subject_debt ?? '' },
    owedAt: row.owed_at,
    fulfilment: row.fulfilment,
    sends: row.sends,
    operatorReference: row.operator_reference,
    refusal: row.refusal,
    nextFulfilmentAt: row.next_fulfilment_at,
    paidAt: row.paid_at,
    absentSince: row.absent_since,
    review: row.review,
    messagesSent: row.messages_sent,
    messageTries: row.message_tries,
    nextMessageAt: row.next_message_at,
    troubles: row.troubles.map(({ until, ...trouble }) => ({ ...trouble, until: dateOf(until) })),
    restoredAt: row.restored_at,
    createdAt: row.created_at,
  }
}

export function deliveryColumn({ delivery, amount }: Pick<Order, 'delivery' | 'amount'>): string {
  return JSON.stringify({ ...delivery, ...amountCopy(amount) })
}

/**
 * Decision 0050: the previous version reads the amount here as well. It is written for that version only, which knows no decimals: with
 * decimals the copy in units would differ from `amount_minor`, and the constraint allows a missing one.
 */
export function amountCopy(amount: Money): { amount?: number } {
  return scaleOf(amount.currency) === 1 ? { amount: amount.minor } : {}
}

function goodsOf({ amount: _copy, ...goods }: OrderRow['delivery']): Goods {
  return goods
}

/** The columns that change during an order's life. */
export function orderColumns(order: Order) {
  return {
    fulfilment: order.fulfilment,
    sends: order.sends,
    operator_reference: order.operatorReference,
    refusal: order.refusal,
    next_fulfilment_at: order.nextFulfilmentAt,
    paid_at: order.paidAt,
    absent_since: order.absentSince,
    review: order.review,
    messages_sent: order.messagesSent,
    message_tries: order.messageTries,
    next_message_at: order.nextMessageAt,
    troubles: order.troubles,
    restored_at: order.restoredAt,
    owed_at: order.owedAt,
  }
}

export function orderChanges(order: Order, nextWorkAt: Date | null) {
  return { ...orderColumns(order), next_work_at: nextWorkAt } satisfies Columns<typeof ORDER_CHANGES>
}

export type AttemptRow = {
  id: string
  ref: string
  correlation_id: string
  connector: Attempt['connector']
  is_push: boolean
  state: Attempt['state']
  is_winner: boolean
  reason: Attempt['reason']
  provider_ref: string | null
  provider_txn_id: string | null
  asked_minor: number | null
  asked_currency: string | null
  asked_rate: string | null
  paid_minor: number | null
  paid_currency: string | null
  action: Attempt['action']
  method: string | null
  doubt_why: Doubt['why'] | null
  doubt_since: string | null
  last_asked_at: string | null
  is_excess_returned: boolean
  payer: Attempt['payer']
  secrets_sent: number
  is_secret_pending: boolean
  queries: number
  next_query_at: string | null
  is_delivery_reported: boolean
  other_ways_from: string | null
  retry_at: string | null
  report_since: string | null
  report_tries: number | null
  next_report_at: string | null
  created_at: string
}

/** An attempt of an older version uses the order's price. */
export function attemptOf(row: AttemptRow, price: Money): Attempt {
  const { action } = row
  return {
    id: row.id,
    ref: row.ref,
    correlationId: row.correlation_id,
    connector: row.connector,
    isPush: row.is_push,
    state: row.state,
    isWinner: row.is_winner,
    reason: row.reason,
    providerRef: row.provider_ref,
    providerTxnId: row.provider_txn_id,
    asked: moneyOf(row.asked_minor, row.asked_currency) ?? price,
    rate: row.asked_rate,
    paid: moneyOf(row.paid_minor, row.paid_currency),
    // JSON has no dates: the one inside an action is stored as text.
    action: action?.type === 'approve-on-phone' ? { ...action, until: new Date(action.until) } : action,
    method: row.method,
    doubt: doubtOf(row),
    lastAskedAt: dateOf(row.last_asked_at),
    isExcessReturned: row.is_excess_returned,
    payer: row.payer,
    secretsSent: row.secrets_sent,
    isSecretPending: row.is_secret_pending,
    queries: row.queries,
    nextQueryAt: dateOf(row.next_query_at),
    isDeliveryReported: row.is_delivery_reported,
    otherWaysFrom: dateOf(row.other_ways_from),
    retryAt: dateOf(row.retry_at),
    report: reportOf(row),
    createdAt: new Date(row.created_at),
  }
}

function doubtOf({ doubt_why: why, doubt_since: since }: AttemptRow): Doubt | null {
  return why !== null && since !== null ? { why, since: new Date(since) } : null
}

function reportOf({ report_since: since, report_tries: tries, next_report_at: nextAt }: AttemptRow): Attempt['report'] {
  return since !== null && nextAt !== null ? { since: new Date(since), tries: tries ?? 0, nextAt: new Date(nextAt) } : null
}

function moneyOf(minor: number | null, currency: string | null): Money | null {
  return minor !== null && currency !== null ? { minor, currency } : null
}

export function attemptColumns(attempt: Attempt, position: number) {
  const changes = {
    state: attempt.state,
    is_winner: attempt.isWinner,
    reason: attempt.reason,
    provider_ref: attempt.providerRef,
    provider_txn_id: attempt.providerTxnId,
    paid_minor: attempt.paid?.minor ?? null,
    paid_currency: attempt.paid?.currency ?? null,
    action: attempt.action,
    method: attempt.method,
    doubt_why: attempt.doubt?.why ?? null,
    doubt_since: attempt.doubt?.since ?? null,
    last_asked_at: attempt.lastAskedAt,
    is_excess_returned: attempt.isExcessReturned,
    secrets_sent: attempt.secretsSent,
    is_secret_pending: attempt.isSecretPending,
    queries: attempt.queries,
    next_query_at: attempt.nextQueryAt,
    is_delivery_reported: attempt.isDeliveryReported,
    other_ways_from: attempt.otherWaysFrom,
    retry_at: attempt.retryAt,
    report_since: attempt.report?.since ?? null,
    report_tries: attempt.report?.tries ?? null,
    next_report_at: attempt.report?.nextAt ?? null,
  } satisfies Columns<typeof ATTEMPT_CHANGES>
  return {
    id: attempt.id,
    position,
    ref: attempt.ref,
    correlation_id: attempt.correlationId,
    connector: attempt.connector,
    is_push: attempt.isPush,
    payer: attempt.payer,
    asked_minor: attempt.asked.minor,
    asked_currency: attempt.asked.currency,
    asked_rate: attempt.rate,
    created_at: attempt.createdAt,
    // Written once, when the attempt begins: attempts of a previous version keep theirs.
    has_return_mark: true,
    ...changes,
  }
}

export type RefundRow = {
  id: string
  attempt_id: string
  ref: string
  amount_minor: number
  currency: string
  cause: Refund['cause']
  state: Refund['state']
  tries: number
  absent_since: string | null
  next_work_at: string | null
}

export function refundOf(row: RefundRow): Refund {
  return {
    id: row.id,
    attemptId: row.attempt_id,
    ref: row.ref,
    amount: { minor: row.amount_minor, currency: row.currency },
    cause: row.cause,
    state: row.state,
    tries: row.tries,
    absentSince: dateOf(row.absent_since),
    nextWorkAt: dateOf(row.next_work_at),
  }
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

/** `now` is its creation time, on the first write. */
export function refundColumns(refund: Refund, now: Date) {
  const changes = {
    cause: refund.cause,
    state: refund.state,
    tries: refund.tries,
    absent_since: refund.absentSince,
    next_work_at: refund.nextWorkAt,
  } satisfies Columns<typeof REFUND_CHANGES>
  return {
    id: refund.id,
    attempt_id: refund.attemptId,
    ref: refund.ref,
    amount_minor: refund.amount.minor,
    currency: refund.amount.currency,
    created_at: now,
    ...changes,
  }
}

export function eventColumns(event: PaymentEvent, at: Date) {
  return {
    attempt_id: event.attemptId,
    at,
    kind: event.kind,
    source: event.source,
    from_state: event.from,
    to_state: event.to,
    code: event.code,
    amount_minor: event.amount?.minor ?? null,
    currency: event.amount?.currency ?? null,
  }
}
