import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { MobileNumber } from '#shared/mobile-number.ts'

/** Orders, attempts, refunds, their events and the webhooks about them. */
export type PaymentTables = {
  pay_order: {
    id: string
    reference: string
    client_key: string
    request_hash: string
    visit_id: Buffer
    query_data: JSONColumnType<object>
    delivery: JSONColumnType<object>
    language: string
    amount_minor: number
    currency: string
    wanted_until: Date
    fulfilment: string
    sends: number
    operator_reference: string | null
    refusal: string | null
    next_fulfilment_at: Date | null
    paid_at: Date | null
    absent_since: Date | null
    review: string | null
    /** Written by a trigger. */
    review_since: ColumnType<Date | null, Date | undefined, never>
    messages_sent: string[]
    message_tries: number
    next_message_at: Date | null
    next_work_at: Date | null
    troubles: ColumnType<object[], string | undefined, string>
    restored_at: Generated<Date | null>
    subject: Generated<string | null>
    subject_debt: Generated<string | null>
    owed_at: Generated<Date | null>
    quote: JSONColumnType<object> | null
    origin: Generated<string | null>
    created_at: Date
    version: Generated<number>
  }
  pay_attempt: {
    id: string
    order_id: string
    position: number
    ref: string
    correlation_id: string
    connector: string
    is_push: boolean
    state: string
    is_winner: boolean
    reason: string | null
    provider_ref: string | null
    provider_txn_id: string | null
    asked_minor: number | null
    asked_currency: string | null
    asked_rate: string | null
    paid_minor: number | null
    paid_currency: string | null
    action: JSONColumnType<object> | null
    method: Generated<string | null>
    doubt_why: Generated<string | null>
    doubt_since: Generated<Date | null>
    last_asked_at: Generated<Date | null>
    is_excess_returned: Generated<boolean>
    payer: JSONColumnType<object>
    queries: number
    next_query_at: Date | null
    secrets_sent: Generated<number>
    is_secret_pending: Generated<boolean>
    is_delivery_reported: boolean
    created_at: Date
    left_at: Generated<Date | null>
    left_by: Generated<'cancel' | 'return' | null>
    other_ways_from: Generated<Date | null>
    retry_at: Generated<Date | null>
    report_since: Generated<Date | null>
    report_tries: Generated<number | null>
    next_report_at: Generated<Date | null>
    has_return_mark: Generated<boolean | null>
  }
  unasked_sms: { reference: string; msisdn: MobileNumber; taken_at: Date }
  pay_payer_proof: { order_id: string; msisdn: MobileNumber; proof_hash: Buffer; ends_at: Date }
  pay_refund: {
    id: string
    order_id: string
    attempt_id: string
    ref: string
    amount_minor: number
    currency: string
    cause: string
    state: string
    tries: number
    absent_since: Date | null
    next_work_at: Date | null
    created_at: Date
  }
  pay_event: {
    id: Generated<number>
    order_id: string
    attempt_id: string | null
    at: Date
    kind: string
    source: string
    from_state: string | null
    to_state: string | null
    code: string | null
    amount_minor: number | null
    currency: string | null
    sequence: number | null
    seal: Buffer | null
  }
  pay_notice: {
    id: Generated<number>
    connector: string
    dedupe_key: string
    reference: string | null
    origin: 'signed' | 'marked' | 'unmarked' | null
    is_known: Generated<boolean>
    notice: JSONColumnType<object>
    is_marked: Generated<boolean>
    body: Buffer
    received_at: Date
    looked_at: ColumnType<Date | null, never, Date>
    done_at: Date | null
  }
}
