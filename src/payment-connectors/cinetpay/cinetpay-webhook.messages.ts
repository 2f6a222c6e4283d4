import { createHmac, timingSafeEqual } from 'node:crypto'
import { doubtful, isDisagreement, isOurs, readClaim, type AskedAbout } from '../answer-fields.ts'
import type { Observation, RawRequest, Webhook } from '../payment-connector.ts'
import { providerMessage } from '../provider-message.ts'
import { fingerprint, webhookText } from '../webhook-body.ts'
import { fromDecimal } from '../wire-amounts.ts'
import { CINETPAY_ANSWERS, type CinetpayAccount, type Wire } from './cinetpay.messages.ts'

/** The fields that `x-token` signs, joined in this order without anything between them. */
const SIGNED_FIELDS = [
  'cpm_site_id',
  'cpm_trans_id',
  'cpm_trans_date',
  'cpm_amount',
  'cpm_currency',
  'signature',
  'payment_method',
  'cel_phone_num',
  'cpm_phone_prefixe',
  'cpm_language',
  'cpm_version',
  'cpm_payment_config',
  'cpm_page_action',
  'cpm_custom',
  'cpm_designation',
  'cpm_error_message',
] as const

type Account = Pick<CinetpayAccount, 'siteId'> & { secretKey: string }

/**
 * Signed, and a hint all the same: fields joined without a separator can be cut elsewhere under the same signature, and the document itself
 * has the payment checked. An unsigned one is not even a hint.
 */
export function parseCinetpayWebhook(
  { headers, body }: Pick<RawRequest, 'headers' | 'body'>,
  { siteId, secretKey }: Account,
  info: Wire,
): Webhook | 'unauthentic' | 'irrelevant' {
  const form = readForm(body)
  const ref = form?.get('cpm_trans_id') ?? ''
  if (!form || !isSigned(form, headers.get('x-token'), secretKey) || !/^[A-Za-z0-9_-]{1,100}$/.test(ref)) return 'unauthentic'
  const asked = { reference: ref, transaction: null, merchant: siteId, kinds: [], amount: null }
  const written = {
    valueAt: (at: string) => form.get(at),
    money: (amount: unknown, currency: unknown) => fromDecimal(amount, currency, info),
  }
  if (!isOurs(CINETPAY_ANSWERS.notice, written, asked)) return 'irrelevant'
  return {
    trust: 'hint',
    dedupeKey: `${ref}:${fingerprint(body)}`,
    attempt: { by: 'ref', value: ref },
    seen: observe(form.get('cpm_error_message') ?? '', written, asked),
  }
}

/** Any word but success only asks for a check: the words of a failure are in no table of the document. */
function observe(word: string, written: Parameters<typeof readClaim>[1], asked: AskedAbout): Observation {
  const provider = providerMessage(word, '')
  if (!/^SUCCESS?$/.test(word.trim())) return { state: 'unrecognised', provider }
  const claim = readClaim(CINETPAY_ANSWERS.notice, written, asked)
  if (isDisagreement(claim)) return doubtful(provider, claim)
  if (!claim.amount) return doubtful(provider, { tells: 'amount', how: 'missing' })
  return { state: 'paid', amount: claim.amount, providerTxnId: asked.reference, provider }
}

/** Null when it is no form, or says a field twice. */
function readForm(body: Buffer): Map<string, string> | null {
  const text = webhookText(body)
  const fields = text === null ? [] : [...new URLSearchParams(text)]
  const form = new Map(fields)
  return form.size > 0 && form.size === fields.length ? form : null
}

function isSigned(form: ReadonlyMap<string, string>, token: string | null, secretKey: string): boolean {
  if (!token || !/^[0-9a-f]{64}$/i.test(token)) return false
  const joined = SIGNED_FIELDS.map((name) => form.get(name) ?? '').join('')
  return timingSafeEqual(createHmac('sha256', secretKey).update(joined).digest(), Buffer.from(token, 'hex'))
}
