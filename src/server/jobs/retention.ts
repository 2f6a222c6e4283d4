import { sql, type RawBuilder } from 'kysely'
import { OPERATOR } from '#operator-record'
import type { KeptByLaw } from '#shared/operator-record.ts'
import type { Tables } from '../database/tables.ts'

/**
 * How long anything about a person is stored. Housekeeping works from this list; retention.test.ts compares it with the privacy page and
 * docs/operations.md. Every table is either here or in HOLDS_NOBODY.
 */
export type Retention = {
  table: keyof Tables
  holds: string
  /** For docs/operations.md. */
  keeps: string
  /** Words of the privacy page that promise it. */
  promise: { fr: string; en: string }
  /** When a row expires, by the database's clock (I15). */
  isOver: RawBuilder<unknown>
}

const older = (column: string, age: string) => sql`${sql.ref(column)} < now() - ${sql.lit(age)}::interval`

/** An age of law.json: what the documents and the privacy page say of it, and when it is over. */
function byLaw(kept: KeptByLaw, column: string, since = '') {
  const days = OPERATOR.law.keptDays[kept]
  const promise = `{${kept}Kept}`
  return { keeps: `${days} days (\`${kept}\`)${since}`, promise: { fr: promise, en: promise }, isOver: older(column, `${days} days`) }
}

export const RETENTION = {
  visits: {
    table: 'visit',
    holds: 'the draft of a visit: numbers, choices, details of an unsent 5G request',
    keeps: '7 days after the last use; 1 day, without the draft, after “erase everything”',
    promise: { fr: 'sept jours', en: 'seven days' },
    isOver: older('expires_at', '0'),
  },
  purchases: {
    table: 'purchase',
    holds: 'an unpaid purchase: number, account, e-mail',
    keeps: '1 day after it ended, and never longer than its visit',
    promise: { fr: 'deux jours', en: 'two days' },
    isOver: older('expires_at', '1 day'),
  },
  paymentLinks: {
    table: 'payment_link',
    holds: 'what a payment link asks for, and for which number',
    keeps: '1 day after the link ended',
    promise: { fr: 'lendemain de la date écrite', en: 'day after the date written' },
    isOver: older('ends_at', '1 day'),
  },
  pageAnswers: {
    table: 'page_answer',
    holds: 'inputs of a refused form, until its page has shown them',
    keeps: '1 hour',
    promise: { fr: 'quelques jours au plus', en: 'a few days at most' },
    isOver: older('expires_at', '0'),
  },
  codes: {
    table: 'one_time_code',
    holds: 'the number of a code, and a keyed hash of the code',
    keeps: '2 days: the limits look back a day',
    promise: { fr: 'pendant deux jours le numéro', en: 'for two days the number' },
    isOver: older('sent_at', '2 days'),
  },
  guesses: {
    table: 'code_guess',
    holds: 'the number of a wrong code',
    keeps: '2 days: the limit looks back a day',
    promise: { fr: 'pendant deux jours le numéro', en: 'for two days the number' },
    isOver: older('guessed_at', '2 days'),
  },
  challenges: {
    table: 'one_time_code_challenge',
    holds: 'the number, its attempts, and a hash of the proof',
    keeps: '2 days after it ended',
    promise: { fr: 'pendant deux jours le numéro', en: 'for two days the number' },
    isOver: older('ends_at', '2 days'),
  },
  payerProofs: {
    table: 'pay_payer_proof',
    holds: 'the number of a payer who entered a code, and a hash of the proof',
    keeps: '1 day; valid for ten minutes',
    promise: { fr: 'pendant deux jours le numéro', en: 'for two days the number' },
    isOver: older('ends_at', '1 day'),
  },
  unaskedSms: {
    table: 'unasked_sms',
    holds: 'the number that received an SMS about an unaccepted payment request',
    keeps: '2 days: the limit looks back a day',
    promise: { fr: 'pendant deux jours le numéro', en: 'for two days the number' },
    isOver: older('taken_at', '2 days'),
  },
  ussdSessions: {
    table: 'ussd_session',
    holds: 'the calling number, its menu position and the screens shown; inputs as keyed hashes only',
    keeps: '2 days',
    promise: { fr: 'deux jours votre numéro et les écrans', en: 'your number and the screens for two days' },
    isOver: older('heard_at', '2 days'),
  },
  ussdSteps: {
    table: 'ussd_step',
    holds: 'the screens of a USSD session',
    keeps: '2 days',
    promise: { fr: 'deux jours votre numéro et les écrans', en: 'your number and the screens for two days' },
    isOver: older('claimed_at', '2 days'),
  },
  ussdPurchases: {
    table: 'ussd_purchase',
    holds: 'payments that a number requested by USSD, for its last payment and the daily limits',
    ...byLaw('ussdPayments', 'asked_at'),
  },
  limits: {
    table: 'rate_limit',
    holds: 'numbers and hashes of visits and addresses that a limit counts',
    keeps: 'until the limit is fully restored',
    promise: { fr: 'quelques jours au plus', en: 'a few days at most' },
    isOver: older('arrives_at', '0'),
  },
  nonces: {
    table: 'used_nonce',
    holds: 'nonces of decrypted values; nothing of the value',
    keeps: 'minutes',
    promise: { fr: 'quelques jours au plus', en: 'a few days at most' },
    isOver: older('expires_at', '0'),
  },
  consoleSessions: {
    table: 'console_session',
    holds: 'the name and the roles of a person of the operator’s staff, with encrypted tokens of the identity provider',
    keeps: 'until the session ends, 24 hours at most',
    promise: { fr: 'quelques jours au plus', en: 'a few days at most' },
    isOver: sql`ends_at < now() or ${older('seen_at', '15 minutes')}`,
  },
  consoleSignIns: {
    table: 'console_sign_in',
    holds: 'a sign-in of the operator’s staff on its way',
    keeps: '10 minutes',
    promise: { fr: 'quelques jours au plus', en: 'a few days at most' },
    isOver: older('ends_at', '0'),
  },
  consoleFullNumbers: {
    table: 'console_full_number',
    holds: 'which payment’s number a person of the operator’s staff may see',
    keeps: '1 minute',
    promise: { fr: 'quelques jours au plus', en: 'a few days at most' },
    isOver: older('ends_at', '0'),
  },
  strangeNotices: {
    table: 'pay_notice',
    holds: 'unsigned webhooks about unknown payments, masked',
    keeps: '1 day after processing',
    promise: { fr: 'un jour', en: 'one day' },
    isOver: sql`${older('done_at', '1 day')} and origin = 'unmarked' and not is_known and not exists (
      select from pay_attempt where connector = pay_notice.connector and (ref = reference or provider_ref = reference))`,
  },
  notices: {
    table: 'pay_notice',
    holds: 'webhooks of payment providers, without cards, names and addresses of payers',
    ...byLaw('webhooks', 'done_at', ' after processing'),
  },
  cases: {
    table: 'pay_case',
    holds: 'a customer’s claim about a payment: the number to answer, masked text, and our answer',
    ...byLaw('claims', 'closed_at', ' after it was closed'),
  },
  statementFiles: {
    table: 'recon_file_part',
    holds: 'an uploaded statement of a provider, encrypted, until it is compared',
    keeps: '1 day, and never longer than until it is compared',
    promise: { fr: 'un jour', en: 'one day' },
    isOver: older('stored_at', '1 day'),
  },
  feedback: {
    table: 'feedback',
    holds: 'rating and masked text, without the visit',
    ...byLaw('feedback', 'given_at'),
  },
  leads: {
    table: 'home_broadband_lead',
    holds: 'number, town, plan and consent of a 5G request',
    ...byLaw('broadbandRequests', 'created_at'),
  },
  votes: {
    table: 'help_vote',
    holds: 'which visit voted on which answer',
    ...byLaw('helpVotes', 'voted_at', ', and never longer than its visit'),
  },
  counts: {
    table: 'analytics_count',
    holds: 'page usage counts; no personal data',
    ...byLaw('pageCounts', 'day'),
    isOver: sql`day < (now() - ${sql.lit(`${OPERATOR.law.keptDays.pageCounts} days`)}::interval)::date`,
  },
} as const satisfies Record<string, Retention>

export type RetentionStep = keyof typeof RETENTION

/** Payments are the operator's accounts: the law sets the time, and the operator's own archive removes them. */
export const KEPT_BY_LAW = [
  'pay_order',
  'pay_attempt',
  'pay_refund',
  'pay_event',
  'pay_found',
  // Who decided what about a payment, and why.
  'audit_entry',
  'staff_proposal',
  'staff_act',
  'staff_note',
  'staff_assignment',
  // What providers' statements say of payments, and who signed it.
  'recon_day',
  'recon_statement',
  'recon_line',
  'recon_difference',
  // Who wrote and approved what customers read.
  'text_edition',
  'way_closure',
  'announcement',
] as const satisfies (keyof Tables)[]

/** Tables that contain nothing about a person. */
export const HOLDS_NOBODY = [
  'work_trouble',
  'portal_mode',
  'sealing_key',
  'content_package',
  'content_active',
  'recon_mapping',
  'content_state',
  'help_document',
  'help_count',
  'place_data',
  'coverage_site',
  'shop',
] as const satisfies (keyof Tables)[]
