/**
 * Every figure of ours on `/metrics`, one record each: what is registered, what HELP says, the table of docs/operations.md, and what alert rules
 * and the dashboard may name. A label has few values and never a number, a reference or a reason in free words.
 */

export type MetricRecord = {
  type: 'counter' | 'gauge' | 'histogram'
  /** What it says, as collectors are told. */
  help: string
  labels?: readonly string[]
  /** `replica`: of this process alone; counters are added up. `portal`: read from the database, and every replica tells the same. */
  of: 'replica' | 'portal'
  /** For whoever watches. */
  alarm: string
}

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
    help: 'Requests turned away under load',
    of: 'replica',
    alarm: 'it grows: more people come than this machine can serve',
  },
  guichet_cut_requests_total: {
    type: 'counter',
    help: 'Requests cut off because they never became whole',
    of: 'replica',
    alarm: 'more than a few a minute: somebody sends bodies that never become whole',
  },
  guichet_ready: {
    type: 'gauge',
    help: 'Whether this replica would be sent visitors: 1 when its database answers and its clock is right',
    of: 'replica',
    alarm: '0 for two minutes',
  },
  guichet_clock_seconds_ahead: {
    type: 'gauge',
    help: 'How far the clock of this machine is ahead of that of the database',
    of: 'replica',
    alarm: 'beyond ±30: this machine does no timed work and `/readyz` says no until its clock is set',
  },
  guichet_sample_age_seconds: {
    type: 'gauge',
    help: 'How long ago the figures of a part were last read',
    labels: ['part'],
    of: 'replica',
    alarm: 'over 120: what the figures of that part say is old',
  },
  guichet_sample_failures_total: {
    type: 'counter',
    help: 'Times that the figures of a part could not be read',
    labels: ['part'],
    of: 'replica',
    alarm: 'it grows: the database is away, or refuses the question',
  },
} as const satisfies Record<string, MetricRecord>

const MONEY = {
  guichet_attempts_total: {
    type: 'counter',
    help: 'Attempts to pay, by way and by what became of them; a late payment after a refusal counts as both',
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
  guichet_open_attempts: {
    type: 'gauge',
    help: 'Attempts of which it is not known yet whether they were paid',
    labels: ['connector', 'state'],
    of: 'portal',
    alarm: '`unknown` grows: calls end without an answer',
  },
  guichet_open_attempt_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest attempt of which it is not known yet whether it was paid',
    labels: ['connector', 'state'],
    of: 'portal',
    alarm: '`created` or `unknown` over 15 minutes; `waiting` over 49 hours (after 48 a person has it)',
  },
  guichet_undelivered_payments: {
    type: 'gauge',
    help: 'Paid and not delivered yet, without those before a person',
    labels: ['goods'],
    of: 'portal',
    alarm: 'it grows: the operator does not deliver',
  },
  guichet_undelivered_oldest_seconds: {
    type: 'gauge',
    help: 'How long ago the oldest was paid that is not delivered yet, without those before a person',
    labels: ['goods'],
    of: 'portal',
    alarm: 'over 10 minutes; after six hours the money goes back or a person has it',
  },
  guichet_refunds_open: {
    type: 'gauge',
    help: 'Money that is to go back and has not, by its clock: its time has not come, has come, is over a day ago, or a person has it',
    labels: ['clock'],
    of: 'portal',
    alarm: '`late` over 0; `due` for more than ten minutes',
  },
  guichet_refund_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest refund that is under way',
    of: 'portal',
    alarm: 'over a day',
  },
  guichet_payments_for_a_person: {
    type: 'gauge',
    help: 'Payments that need a person, by reason',
    labels: ['reason'],
    of: 'portal',
    alarm: 'it grows',
  },
  guichet_payments_for_a_person_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest payment that needs a person',
    of: 'portal',
    alarm: 'over three days: a person was called after two days at the latest, and promised within one more',
  },
} as const satisfies Record<string, MetricRecord>

const WORK = {
  guichet_work_failures_total: {
    type: 'counter',
    help: 'Times that work on an order, a notice or another item failed',
    labels: ['kind'],
    of: 'replica',
    alarm: 'grows steadily: the log says why',
  },
  guichet_work_resting: {
    type: 'gauge',
    help: 'Items that failed too often and rest until a person looks',
    labels: ['kind'],
    of: 'portal',
    alarm: 'over 0: something failed five times and waits for a person (`npm run payments -- list`)',
  },
  guichet_work_oldest_due_seconds: {
    type: 'gauge',
    help: 'How long the oldest due order or notice has waited',
    of: 'portal',
    alarm: 'over 60: due work is not being done',
  },
  guichet_notices_total: {
    type: 'counter',
    help: 'Notices of payment providers, by what became of them',
    labels: ['connector', 'outcome'],
    of: 'replica',
    alarm: '`unauthentic`, `over-budget`, `foreign`, `turned-away` grow: a stranger writes to us',
  },
  guichet_notices_open: {
    type: 'gauge',
    help: 'Notices that are kept and not worked yet; late ones came more than five minutes ago',
    labels: ['connector', 'clock'],
    of: 'portal',
    alarm: '`late` over 0',
  },
  guichet_book_unsealed_seconds: {
    type: 'gauge',
    help: 'Age of the oldest line of the book that is not sealed',
    of: 'portal',
    alarm: 'over 10 minutes: the book is not being sealed',
  },
} as const satisfies Record<string, MetricRecord>

const OUTSIDE = {
  guichet_provider_circuit: {
    type: 'gauge',
    help: 'State of the circuit breaker of a way to pay, 1 for the state it is in',
    labels: ['connector', 'room', 'state'],
    of: 'replica',
    alarm: '`closed` is 0 for five minutes: the provider does not answer',
  },
  guichet_systems_down: {
    type: 'gauge',
    help: 'Systems of the operator, with the SMS centre, that have not been answering lately',
    of: 'replica',
    alarm: 'over 0 for five minutes',
  },
  guichet_system_state: {
    type: 'gauge',
    help: 'How a system of the operator, or the SMS centre, has been answering, 1 for the state it is in',
    labels: ['system', 'state'],
    of: 'replica',
    alarm: '`up` is 0 for five minutes: which system it is',
  },
  guichet_sms_total: {
    type: 'counter',
    help: 'SMS handed to the SMS centre, by its answer',
    labels: ['outcome'],
    of: 'replica',
    alarm: 'more than a tenth is not `accepted`',
  },
} as const satisfies Record<string, MetricRecord>

const DATABASE = {
  guichet_database_takes_writes: {
    type: 'gauge',
    help: 'Whether the database keeps what is written: 0 while it is away or its commits wait for a standby',
    of: 'replica',
    alarm: '0 for a minute: purchases are refused, pages and the state of payments go on',
  },
  guichet_database_commit_seconds: {
    type: 'gauge',
    help: 'How long the last trial commit took, or has been waiting',
    of: 'replica',
    alarm: 'over 0.5 for five minutes: the disk or the synchronous standby is slow',
  },
  guichet_database_in_recovery: {
    type: 'gauge',
    help: 'Whether the database that this replica writes to is a standby',
    of: 'replica',
    alarm: '1 for a minute: nothing can be written there',
  },
  guichet_database_synchronous_wanted: {
    type: 'gauge',
    help: 'Whether synchronous_standby_names of the primary names anybody',
    of: 'portal',
    alarm: '0 where standbys run: a dying primary takes acknowledged payments with it',
  },
  guichet_database_standbys: {
    type: 'gauge',
    help: 'Standbys that stream from the primary, by sync_state; absent when this account may not see them',
    labels: ['sync_state'],
    of: 'portal',
    alarm: '`sync` and `quorum` are 0: purchases wait, or are not safe',
  },
  guichet_database_replication_lag_seconds: {
    type: 'gauge',
    help: 'How far the standby that is furthest behind is behind in replaying; absent without standbys or the right to see them',
    of: 'portal',
    alarm: 'over 30',
  },
  guichet_database_replication_lag_bytes: {
    type: 'gauge',
    help: 'The same in bytes of WAL',
    of: 'portal',
    alarm: 'it grows: the standby does not keep up, or is gone with its slot',
  },
} as const satisfies Record<string, MetricRecord>

export const METRICS = { ...REQUESTS, ...MONEY, ...WORK, ...OUTSIDE, ...DATABASE } as const

export type MetricName = keyof typeof METRICS
export type MetricOf<Type extends MetricRecord['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never
}[MetricName]

/** What stands in the place of a label's value that nobody knew of when this was written. */
export const OTHER = 'other'

export function metricNames(): MetricName[] {
  return Object.keys(METRICS).filter((name): name is MetricName => Object.hasOwn(METRICS, name))
}

export function metricRecord(name: MetricName): MetricRecord {
  return METRICS[name]
}

/** What a collector is told with the figure, and how several replicas are put together. */
export function helpOf(name: MetricName): string {
  const { help, of } = metricRecord(name)
  return of === 'portal' ? `${help}. Of the whole portal, told by every replica: take max, never sum.` : `${help}.`
}
