/**
 * Every metric of ours on `/metrics`, one record each. It defines what is registered, the HELP text, the table of docs/operations.md, and
 * what alert rules and the dashboard may name. A label has few values and never a number, a reference or a reason in free text.
 */

import { DATABASE_METRICS } from './database-metrics.ts'
import type { MetricRecord } from './metric-record.ts'

const REQUESTS = {
  guichet_request_seconds: {
    type: 'histogram',
    help: 'Time to answer, by route',
    labels: ['route', 'method', 'status'],
    of: 'replica',
    alarm: 'p95 of calls over 0.25 s, of pages (`route="/*"`) over 1 s; `status="5xx"` over 1 % in five minutes',
  },
  guichet_shed_requests_total: {
    type: 'counter',
    help: 'Requests rejected by load shedding',
    of: 'replica',
    alarm: 'it grows: the load exceeds this replica’s capacity',
  },
  guichet_cut_requests_total: {
    type: 'counter',
    help: 'Requests cut off because they were never complete, and connections that send requests but read no responses',
    of: 'replica',
    alarm: 'more than a few a minute: a client sends incomplete bodies, or pipelines requests without reading responses',
  },
  guichet_ready: {
    type: 'gauge',
    help: 'Whether this replica is ready: 1 when its database answers and its clock is right',
    of: 'replica',
    alarm: '0 for two minutes',
  },
  guichet_setup_warning: {
    type: 'gauge',
    help: 'Setup that is not meant for production: no payment provider, or demonstration data; 1 while it lasts',
    labels: ['warning'],
    of: 'replica',
    alarm: '1: connect a provider, or import the operator’s own shops and sites (`npm run content -- import`)',
  },
  guichet_clock_seconds_ahead: {
    type: 'gauge',
    help: 'Seconds that this machine’s clock is ahead of the database’s',
    of: 'replica',
    alarm: 'beyond ±30: this replica runs no scheduled jobs and is not ready until its clock is set',
  },
  guichet_sample_age_seconds: {
    type: 'gauge',
    help: 'Age of the last reading of a part’s metrics',
    labels: ['part'],
    of: 'replica',
    alarm: 'over 120: the metrics of that part are outdated',
  },
  guichet_sample_failures_total: {
    type: 'counter',
    help: 'Failed readings of a part’s metrics',
    labels: ['part'],
    of: 'replica',
    alarm: 'it grows: the database is unreachable, or refuses the query',
  },
} as const satisfies Record<string, MetricRecord>

const MONEY = {
  guichet_attempts_total: {
    type: 'counter',
    help: 'Payment attempts, by method and outcome; a late payment after a refusal counts as both',
    labels: ['connector', 'outcome'],
    of: 'replica',
    alarm: '`begun` grows and `paid` does not; `unreachable` or `unknown` grow: the provider does not answer',
  },
  guichet_delivery_seconds: {
    type: 'histogram',
    help: 'Time from a payment to its delivery',
    labels: ['goods'],
    of: 'replica',
    alarm: 'p95 over 60 s',
  },
  guichet_delivery_reports_total: {
    type: 'counter',
    help: 'Delivery reports to providers that require them, by whether they acknowledged',
    labels: ['connector', 'outcome'],
    of: 'replica',
    alarm: '`not-taken` grows for an hour and `taken` does not',
  },
  guichet_delivery_report_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest delivery that its provider has not acknowledged',
    of: 'portal',
    alarm: 'over 3600; after a day it also enters review',
  },
  guichet_unsettled_capture_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest captured payment that is neither delivered, refunded nor in review',
    of: 'portal',
    alarm: 'over 300: deliveries or refunds fail',
  },
  guichet_open_attempts: {
    type: 'gauge',
    help: 'Attempts with an unknown outcome',
    labels: ['connector', 'state'],
    of: 'portal',
    alarm: '`unknown` grows: calls end without an answer',
  },
  guichet_open_attempt_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest attempt with an unknown outcome',
    labels: ['connector', 'state'],
    of: 'portal',
    alarm: '`created` or `unknown` over 15 minutes; `waiting` over 49 hours (review starts after 48)',
  },
  guichet_undelivered_payments: {
    type: 'gauge',
    help: 'Paid and not delivered yet, except those in review',
    labels: ['goods'],
    of: 'portal',
    alarm: 'it grows: the operator does not deliver',
  },
  guichet_undelivered_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest payment that is not delivered yet, except those in review',
    labels: ['goods'],
    of: 'portal',
    alarm: 'over 10 minutes; after six hours the money is refunded or the payment is in review',
  },
  guichet_refunds_open: {
    type: 'gauge',
    help: 'Open refunds by state: not due yet, due, due for over a day, or in review',
    labels: ['clock'],
    of: 'portal',
    alarm: '`late` over 0; `due` for more than ten minutes',
  },
  guichet_refund_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest refund in progress',
    of: 'portal',
    alarm: 'over a day',
  },
  guichet_payments_in_review: {
    type: 'gauge',
    help: 'Payments in review, by reason',
    labels: ['reason'],
    of: 'portal',
    alarm: 'it grows',
  },
  guichet_payments_in_review_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest payment in review',
    of: 'portal',
    alarm: 'over three days: a payment enters review after two days at the latest, and a decision is promised within one more',
  },
} as const satisfies Record<string, MetricRecord>

const WORK = {
  guichet_work_failures_total: {
    type: 'counter',
    help: 'Failed jobs: orders, webhooks and other items',
    labels: ['kind'],
    of: 'replica',
    alarm: 'grows steadily: the log says why',
  },
  guichet_dead_letters: {
    type: 'gauge',
    help: 'Dead letters: items that failed five times and are not tried again',
    labels: ['kind'],
    of: 'portal',
    alarm: 'over 0: see `npm run payments -- list`',
  },
  guichet_work_oldest_due_seconds: {
    type: 'gauge',
    help: 'How long the oldest due order or webhook has waited',
    of: 'portal',
    alarm: 'over 60: due work is not being done',
  },
  guichet_webhooks_total: {
    type: 'counter',
    help: 'Webhooks of payment providers, by outcome',
    labels: ['connector', 'outcome'],
    of: 'replica',
    alarm: '`unauthentic`, `over-budget`, `foreign`, `turned-away` grow: webhooks that are not the provider’s',
  },
  guichet_webhooks_pending: {
    type: 'gauge',
    help: 'Webhooks that are stored and not processed yet; late ones came more than five minutes ago',
    labels: ['connector', 'clock'],
    of: 'portal',
    alarm: '`late` over 0',
  },
  guichet_ledger_unhashed_seconds: {
    type: 'gauge',
    help: 'Age of the oldest ledger row that is not hashed',
    of: 'portal',
    alarm: 'over 10 minutes: ledger rows are not being hashed',
  },
} as const satisfies Record<string, MetricRecord>

const OUTSIDE = {
  guichet_provider_circuit: {
    type: 'gauge',
    help: 'State of a payment method’s circuit breaker, 1 for its current state',
    labels: ['connector', 'room', 'state'],
    of: 'replica',
    alarm: '`closed` is 0 for five minutes: the provider does not answer',
  },
  guichet_systems_down: {
    type: 'gauge',
    help: 'Operator systems, including the SMS centre, that are not answering',
    of: 'replica',
    alarm: 'over 0 for five minutes',
  },
  guichet_system_state: {
    type: 'gauge',
    help: 'State of an operator system or the SMS centre, 1 for its current state',
    labels: ['system', 'state'],
    of: 'replica',
    alarm: '`up` is 0 for five minutes: the label names the system',
  },
  guichet_sms_total: {
    type: 'counter',
    help: 'SMS sent to the SMS centre, by its response',
    labels: ['outcome'],
    of: 'replica',
    alarm: 'more than a tenth is not `accepted`',
  },
  guichet_emergency_acts: {
    type: 'gauge',
    help: 'Acts of the last day that need two people and were done by one, by a command with `--emergency`',
    of: 'portal',
    alarm: 'over 0: read `npm run audit -- list`, and ask the person',
  },
  guichet_sms_dropped_total: {
    type: 'counter',
    help: 'SMS not sent because their number reached its limit of SMS about unaccepted payment requests (MSG-2)',
    of: 'replica',
    alarm: 'no alert: many in an hour mean that a customer sends requests to phones of others',
  },
} as const satisfies Record<string, MetricRecord>

export const METRICS = { ...REQUESTS, ...MONEY, ...WORK, ...OUTSIDE, ...DATABASE_METRICS } as const

export type MetricName = keyof typeof METRICS

/** Names of the release before, exported beside the new ones until the next release. */
export const FORMER_NAMES: Readonly<Record<string, string>> = {
  guichet_payments_in_review: 'guichet_payments_for_a_person',
  guichet_payments_in_review_oldest_seconds: 'guichet_payments_for_a_person_oldest_seconds',
  guichet_dead_letters: 'guichet_work_resting',
  guichet_webhooks_total: 'guichet_notices_total',
  guichet_webhooks_pending: 'guichet_notices_open',
  guichet_ledger_unhashed_seconds: 'guichet_book_unsealed_seconds',
} satisfies Partial<Record<MetricName, string>>
export type MetricOf<Type extends MetricRecord['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never
}[MetricName]

/** Replaces a label's value that this version does not know. */
export const OTHER = 'other'

export function metricNames(): MetricName[] {
  return Object.keys(METRICS).filter((name): name is MetricName => Object.hasOwn(METRICS, name))
}

export function metricRecord(name: MetricName): MetricRecord {
  return METRICS[name]
}

/** The HELP text, and how the values of several replicas are combined. */
export function helpOf(name: MetricName): string {
  const { help, of } = metricRecord(name)
  return of === 'portal' ? `${help}. Of the whole portal, told by every replica: take max, never sum.` : `${help}.`
}
