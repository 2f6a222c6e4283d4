import { OPERATOR } from '#operator-record'
import { type Static, Type } from 'typebox'
import { gatewayPage } from '#shared/safe-addresses.ts'
import { doubtful, isDisagreement, jsonAt, readClaim, type AnswerTable } from '../answer-fields.ts'
import { addressWith } from '../browser-return.ts'
import { internationalNumber, stateIn, unknownToProvider } from '../card-gateway.ts'
import {
  ProviderUnavailable,
  toWire,
  type AttemptRef,
  type ConnectorContext,
  type ConnectorInfo,
  type Observation,
  type PaymentOrder,
  type ProviderMessage,
  type Reason,
  type StartResult,
} from '../payment-connector.ts'
import { readJson, unreadable, type ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import { fromDecimal } from '../wire-amounts.ts'

/** Facts and sources: docs/protocols/cinetpay.md. */

export type CinetpayAccount = { apiKey: string; siteId: string }
export type Wire = Pick<ConnectorInfo, 'wireExponent'>

const CREATED = '201'
const SUCCESS = '00'

/** Codes of a check. 603 and 804 (a service or wallet is down) end nothing and are no state. */
const STATES = {
  '623': 'pending',
  '662': 'pending',
  '663': 'pending',
  '664': 'pending',
  '600': 'declined',
  '602': 'declined',
  '604': 'declined',
  '606': 'declined',
  '627': 'cancelled',
} as const satisfies Record<string, Observation['state']>

/** The payer has chosen nothing on the page yet: no money can be on its way. */
const NOTHING_CHOSEN = '662'

const REASONS: Readonly<Record<string, Reason>> = {
  '602': 'insufficient_funds',
  '635': 'payer_unknown',
  '636': 'payer_unknown',
  '641': 'amount',
  '642': 'amount',
  ...Object.fromEntries(['807', '808', '809', '810', '811', '812'].map((code) => [code, 'limit' as const])),
}

/** Codes that name what is wrong with our request: no page exists. Any other code may hide one. */
const START_REFUSALS: Readonly<Record<string, Reason>> = {
  '608': 'provider',
  '609': 'config',
  '611': 'amount',
  '612': 'currency',
  '613': 'config',
  '630': 'amount',
  '641': 'amount',
  '642': 'amount',
}

const NO_SUCH_TRANSACTION = /^(?:INVALID_TRANSACTION|TRANSACTION_NOT_FOUND|NOT_FOUND)$/

/** The document closes no page; one on which nothing was chosen for an hour is given up. A late payment is honoured. */
const PAGE_LIFE_MS = 60 * 60_000

const Envelope = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 40 }),
  message: Type.Optional(Type.Unknown()),
  description: Type.Optional(Type.Unknown()),
  data: Type.Optional(Type.Unknown()),
})
type Envelope = Static<typeof Envelope>

/** I19. A check does not repeat the transaction's id: `metadata` holds our reference for that. */
export const CINETPAY_ANSWERS = {
  checked: {
    message: 'checkedPaid',
    says: 'paid',
    fields: [
      { at: 'metadata', tells: 'reference', isPromised: true },
      { at: 'status', tells: 'kind', isPromised: true },
      { at: 'amount', tells: 'amount', isPromised: true },
      { at: 'currency', tells: 'currency', isPromised: true },
      { at: 'operator_id', tells: 'receipt', isPromised: false },
    ],
  },
  notice: {
    message: 'notice',
    says: 'paid',
    fields: [
      { at: 'cpm_site_id', tells: 'merchant', isPromised: true },
      { at: 'cpm_trans_id', tells: 'reference', isPromised: true },
      { at: 'cpm_amount', tells: 'amount', isPromised: true },
      { at: 'cpm_currency', tells: 'currency', isPromised: true },
    ],
  },
} as const satisfies Record<string, AnswerTable>

export function paymentRequest(
  order: PaymentOrder,
  { apiKey, siteId }: CinetpayAccount,
  { urls, info }: { urls: ConnectorContext['urls']; info: Wire },
): string {
  const { msisdn, email } = order.payer
  const phone = internationalNumber(msisdn)
  return JSON.stringify({
    apikey: apiKey,
    site_id: siteId,
    transaction_id: order.ref,
    amount: toWire(order.amount, info),
    currency: order.amount.currency,
    // The document asks for a text without these characters.
    description: order.description.replace(/[#/$_&]+/g, ' ').slice(0, 100),
    notify_url: urls.notify,
    return_url: addressWith(urls.return, { reference: order.ref }),
    channels: 'ALL',
    lang: order.language === 'en' ? 'en' : 'fr',
    metadata: order.ref,
    customer_name: 'Client',
    customer_surname: OPERATOR.brand.name,
    customer_country: OPERATOR.country.code,
    ...(phone ? { customer_phone_number: `+${phone}` } : {}),
    ...(email ? { customer_email: email } : {}),
  })
}

export function checkRequest({ apiKey, siteId }: CinetpayAccount, { ref }: Pick<AttemptRef, 'ref'>): string {
  return JSON.stringify({ apikey: apiKey, site_id: siteId, transaction_id: ref })
}

export function readCreated(answer: ProviderResponse, payPageOrigins: readonly string[]): StartResult {
  const { code, data, provider } = readEnvelope(answer)
  // It knows the transaction: a page may exist, so this is no refusal.
  if (/already|exist|d[ée]j[àa]|duplicat/i.test(provider.text)) throw new ProviderUnavailable('cinetpay knows this reference already', true)
  const reason = START_REFUSALS[code]
  if (reason) return { kind: 'rejected', reason, provider }
  const [link, token] = [jsonAt(data)('payment_url'), jsonAt(data)('payment_token')]
  if (code !== CREATED || typeof link !== 'string') throw unreadable(answer)
  const url = gatewayPage(link, payPageOrigins)
  if (!url) throw new ProviderUnavailable('cinetpay answered a pay page outside its own address', true)
  return { kind: 'accepted', providerRef: typeof token === 'string' ? token : null, action: { type: 'redirect', url } }
}

export function readChecked(answer: ProviderResponse, attempt: AttemptRef, { info, now }: { info: Wire; now: Date }): Observation {
  const { code, message, data, provider } = readEnvelope(answer)
  const status = jsonAt(data)('status')
  if (code === SUCCESS || status === 'ACCEPTED') return observePaid({ data, code, provider }, attempt, info)
  const known = stateIn(STATES, code)
  const isRefused = status === 'REFUSED'
  if (known === 'pending' && isRefused) return { state: 'unrecognised', provider }
  if (known === 'pending')
    return code === NOTHING_CHOSEN && isOld(attempt, now) ? { state: 'expired', provider } : { state: known, provider }
  if (known === 'cancelled') return { state: known, provider }
  if (known === 'declined' || isRefused) return { state: 'declined', final: true, reason: REASONS[code] ?? 'other', provider }
  const isUnknown = answer.status === 404 || NO_SUCH_TRANSACTION.test(message)
  return isUnknown ? unknownToProvider(attempt, now, provider) : { state: 'unrecognised', provider }
}

type Checked = { data: unknown; code: string; provider: ProviderMessage }

/** Both the code and the status have to say so. */
function observePaid({ data, code, provider }: Checked, { ref, amount }: AttemptRef, info: Wire): Observation {
  const written = { valueAt: jsonAt(data), money: (value: unknown, currency: unknown) => fromDecimal(value, currency, info) }
  const asked = { reference: ref, transaction: null, merchant: null, kinds: ['ACCEPTED'], amount }
  const claim = readClaim(CINETPAY_ANSWERS.checked, written, asked)
  if (isDisagreement(claim)) return doubtful(provider, claim)
  if (code !== SUCCESS || !claim.amount) return doubtful(provider, { tells: 'kind', how: 'different' })
  return { state: 'paid', amount: claim.amount, providerTxnId: claim.receipt ?? ref, provider }
}

function isOld({ createdAt }: AttemptRef, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > PAGE_LIFE_MS
}

function readEnvelope(answer: ProviderResponse): Envelope & { message: string; provider: ProviderMessage } {
  const envelope = readJson(answer.text, Envelope)
  if (!envelope) throw unreadable(answer)
  const [message, description] = [envelope.message, envelope.description].map((text) => (typeof text === 'string' ? text.trim() : ''))
  return {
    ...envelope,
    message: message ?? '',
    provider: providerMessage(envelope.code, [message, description].filter(Boolean).join(': ')),
  }
}
