import { readFileSync, writeFileSync } from 'node:fs'
import { KEPT_BY_LAW, RETENTION, type Retention } from '../src/server/jobs/retention.ts'
import { formattedPage } from './formatted-page.ts'
import { markdownTable } from './markdown-table.ts'

export const PRIVACY_RECORD = 'docs/compliance/privacy.md'

/** Why each table is kept and on what ground. A table without a reason stops the record, and with it the tests. */
const REASONS: Readonly<Record<string, { why: string; ground: string }>> = {
  visit: { why: 'nothing typed is lost when the phone switches off', ground: 'service' },
  purchase: { why: 'what was chosen is priced and can be paid', ground: 'service' },
  payment_link: { why: 'another person can pay what a link asks for', ground: 'service' },
  page_answer: { why: 'a refused form is shown again with its reason', ground: 'service' },
  one_time_code: { why: 'proves a number, and limits codes for a day', ground: 'security' },
  one_time_code_challenge: { why: 'counts the tries of a code', ground: 'security' },
  code_guess: { why: 'stops guessing over many visits', ground: 'security' },
  pay_payer_proof: { why: 'a wallet is used by the person who holds the phone', ground: 'security' },
  unasked_sms: { why: 'stops SMS to phones of others', ground: 'security' },
  ussd_session: { why: 'an interrupted menu is resumed; a repeated request acts once', ground: 'service' },
  ussd_step: { why: 'a repeated request gets the same screen', ground: 'service' },
  ussd_purchase: { why: 'the last payment by menu is shown; daily limits', ground: 'service' },
  rate_limit: { why: 'limits abuse', ground: 'security' },
  used_nonce: { why: 'an encrypted value is used once', ground: 'security' },
  pay_notice: { why: 'what providers reported about payments', ground: 'accounts' },
  pay_case: { why: 'a claim is answered and can be proven', ground: 'service' },
  feedback: { why: 'the service is improved', ground: 'consent, by sending it' },
  home_broadband_lead: { why: 'an installation is requested; consent is proven', ground: 'consent' },
  help_vote: { why: 'a vote counts once', ground: 'service' },
  analytics_count: { why: 'use of pages is counted; nothing about a person', ground: 'none needed' },
  pay_order: { why: 'what was bought, for which number, and its state', ground: 'accounts' },
  pay_attempt: { why: 'each try to pay, by which method', ground: 'accounts' },
  pay_refund: { why: 'money given back', ground: 'accounts' },
  pay_event: { why: 'the ledger: every change of a payment', ground: 'accounts' },
  pay_found: { why: 'payments that only a statement contains', ground: 'accounts' },
  audit_entry: { why: 'what staff did and saw can be proven', ground: 'accounts' },
  staff_act: { why: 'an act of staff is done once', ground: 'accounts' },
  staff_note: { why: 'what staff told each other about a payment', ground: 'accounts' },
  recon_day: { why: 'books and statements of providers agree, signed by two people', ground: 'accounts' },
  recon_statement: { why: 'which file was compared, and by whom', ground: 'accounts' },
  recon_line: { why: 'what a provider says of a payment, without numbers of people', ground: 'accounts' },
  recon_difference: { why: 'why books and statement differ, and who explained it', ground: 'accounts' },
  recon_file_part: { why: 'a file is mapped before it is compared', ground: 'accounts' },
  staff_assignment: { why: 'who takes care of a payment', ground: 'accounts' },
  text_edition: { why: 'who wrote and approved what customers read can be proven', ground: 'accounts' },
  way_closure: { why: 'who closed a way to pay, and why', ground: 'accounts' },
  announcement: { why: 'what visitors were told, and by whom', ground: 'accounts' },
  staff_proposal: { why: 'money moves by two people', ground: 'accounts' },
  console_session: { why: 'staff stay signed in, and can be signed out', ground: 'security' },
  console_sign_in: { why: 'a sign-in belongs to the browser that began it', ground: 'security' },
  console_full_number: { why: 'who saw a full number, and why, can be proven', ground: 'accounts' },
}

function reasonFor(table: string): [string, string] {
  const reason = REASONS[table]
  if (!reason) throw new Error(`scripts/write-privacy-record.ts gives no reason for keeping ${table}`)
  return [reason.why, reason.ground]
}

export function privacyRows(): string[][] {
  const steps = Object.values<Retention>(RETENTION)
  return [
    ...steps.map(({ table, holds, keeps }) => [`\`${table}\``, holds, ...reasonFor(table), keeps]),
    ...KEPT_BY_LAW.map((table) => [
      `\`${table}\``,
      table === 'text_edition' ? 'texts, with the names of staff' : 'a payment with its number',
      ...reasonFor(table),
      'as the law says; your archive removes them',
    ]),
  ]
}

export async function privacyRecord(): Promise<string> {
  const text = readFileSync('scripts/compliance/privacy-page.md', 'utf8')
  const table = markdownTable(['table', 'what', 'why', 'ground', 'how long'], privacyRows())
  return formattedPage(
    PRIVACY_RECORD,
    text.replace('{{data}}', () => table),
  )
}

if (import.meta.main) writeFileSync(PRIVACY_RECORD, await privacyRecord())
