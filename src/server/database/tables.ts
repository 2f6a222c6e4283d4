import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { ConsoleTables } from './console-tables.ts'
import type { PaymentTables } from './payment-tables.ts'
import type { ReconciliationTables } from './reconciliation-tables.ts'
import type { StaffTables } from './staff-tables.ts'
import type { TextTables } from './text-tables.ts'

/** The shape of every table in `migrations/`, for the query builder. Rows never leave the server half. */
export type Tables = PortalTables & PaymentTables & StaffTables & TextTables & ConsoleTables & ReconciliationTables

type PortalTables = {
  visit: {
    id: Buffer
    draft: JSONColumnType<Record<string, unknown>>
    created_at: ColumnType<Date, Date, never>
    expires_at: Date
    cookie_hash: Generated<Buffer | null>
    former_hash: Generated<Buffer | null>
    former_until: Generated<Date | null>
    ended_at: Generated<Date | null>
  }
  page_answer: { id: Buffer; visit_id: Buffer | null; path: string; version: string; answer: JSONColumnType<object>; expires_at: Date }
  portal_mode: { mode: string; country: string | null; currency: string | null }
  work_trouble: { kind: string; item: string; failures: number; reason: string; failed_at: Date; until: Date | null }
  purchase: {
    id: string
    visit_id: Buffer
    query_data: JSONColumnType<Record<string, unknown>>
    created_at: Date
    expires_at: Date
  }
  payment_link: {
    id: string
    kind: 'airtime' | 'bundle' | 'postpaid-bill'
    msisdn: MobileNumber
    amount: number | null
    product_code: string | null
    price: number
    amount_minor: number | null
    price_minor: number | null
    currency: string | null
    made_at: Date
    ends_at: Date
    begun: Generated<number>
  }
  one_time_code_challenge: {
    id: string
    msisdn: MobileNumber
    purpose: 'INVOICE' | 'BALANCE' | 'PAYMENT' | 'LEAD' | 'LEAD_STATUS' | 'FIND'
    visit_id: Buffer
    attempts: Generated<number>
    ends_at: Date
    proof_hash: Buffer | null
    proof_ends_at: Date | null
  }
  pay_found: {
    source: string
    reference: string
    amount_minor: number
    currency: string
    found_at: Date
    heard_at: Generated<Date | null>
    ended_at: Generated<Date | null>
    ended_as: Generated<'returned' | 'refunded' | 'delivered' | 'written-off' | null>
    ended_by: Generated<string | null>
    note: Generated<string | null>
  }
  pay_case: {
    id: Generated<number>
    number: string
    order_id: string
    kind: 'nothing-arrived' | 'wrong-number' | 'paid-twice' | 'other'
    msisdn: MobileNumber
    language: Language
    words: Generated<string>
    opened_at: Date
    due_at: Date
    closed_at: Date | null
    closed_by: string | null
    answer: string | null
    told: Generated<string[]>
    right_number: Generated<string | null>
    right_number_read_by: Generated<string | null>
    version: Generated<number>
    assigned_id: Generated<string | null>
    assigned_name: Generated<string | null>
  }
  code_guess: {
    id: Generated<number>
    msisdn: MobileNumber
    purpose: string
    weight: number
    guessed_at: Date
  }
  one_time_code: {
    sms_reference: string
    challenge_id: string
    msisdn: MobileNumber
    code_hash: Buffer
    sent_at: Date
    expires_at: Date
    is_used: Generated<boolean>
    report: number | null
    reported_at: Date | null
    asked_from: string | null
    is_by_stranger: boolean | null
    is_taken: boolean | null
  }
  home_broadband_lead: {
    id: string
    reference: string
    visit_id: Buffer | null
    submission_key: Buffer
    request_hash: Buffer
    contact_number: string
    product_code: string
    city: string
    is_feasible: boolean
    consented_at: Date
    consent_version: string
    language: string
    sending_until: Date | null
    answered_at: Date | null
    operator_lead_id: string | null
    purchase_id: string | null
    created_at: Date
  }
  ussd_session: {
    id: Generated<number>
    gateway: string
    gateway_session: string
    turn: number
    msisdn: MobileNumber
    language: string
    step: number
    heard_hash: Buffer
    menu: ColumnType<unknown, string | null, string | null>
    version: Generated<number>
    begun_at: Date
    heard_at: Date
    ended_at: Date | null
  }
  ussd_step: { session_id: number; step: number; inputs_hash: Buffer; claimed_at: Date; answer: string | null }
  ussd_purchase: {
    purchase_id: string
    msisdn: MobileNumber
    fingerprint: string
    way: 'money' | 'airtime'
    amount: number
    order_id: string
    asked_at: Date
  }
  rate_limit: { key: string; arrives_at: Date }
  sealing_key: { id: string; private_key: string; public_key: string; created_at: Date; retires_at: Date | null }
  used_nonce: { nonce: string; expires_at: Date }
  content_package: {
    id: Generated<number>
    name: string
    language: string
    body: ColumnType<unknown, string, never>
    source: string
    seed_version: ColumnType<number | null, number | null | undefined, number>
    imported_at: Generated<Date>
  }
  content_active: { name: string; language: string; package_id: number }
  content_state: { version: number }
  analytics_count: { day: ColumnType<string, string, never>; page: string; action: string; language: string; count: number }
  help_document: {
    id: Generated<number>
    body: ColumnType<unknown, string, never>
    source: 'seed' | 'import'
    seed_version: ColumnType<number | null, number | null | undefined, number>
    imported_at: Generated<Date>
  }
  help_vote: { visit_id: Buffer; question_id: string; is_like: boolean; voted_at: Date }
  help_count: { question_id: string; likes: number; dislikes: number }
  feedback: { id: Generated<number>; rating: number; words: string; language: string; given_at: Date }
  place_data: {
    kind: 'shops' | 'sites'
    source: 'seed' | 'import'
    fingerprint: string
    as_of: ColumnType<string, string, string>
    seed_version: number | null
    imported_at: Generated<Date>
  }
  coverage_site: { id: Generated<number>; title: string; latitude: number; longitude: number; technologies: number }
  shop: {
    number: number
    kind: 'shop' | 'dealer'
    name: string
    town: string
    quarter: string
    address: string
    postal_code: string
    phone: string
    latitude: number
    longitude: number
    opening_hours: string
    services: string[]
  }
}
