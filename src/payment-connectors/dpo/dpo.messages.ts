import { doubtful, isDisagreement, isOurs, readClaim, type AnswerTable, type AskedAbout, type Written } from '../answer-fields.ts'
import { cancelAddress } from '../browser-return.ts'
import { internationalNumber, PAY_PAGE_MINUTES, stateIn } from '../card-gateway.ts'
import { fingerprint, webhookText } from '../webhook-body.ts'
import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import { COUNTRY } from '#shared/operator.ts'
import {
  ProviderUnavailable,
  type AttemptRef,
  type ConnectorContext,
  type Webhook,
  type Observation,
  type PaymentOrder,
  type Reason,
} from '../payment-connector.ts'
import { plainAnswer } from '../plain-answer.ts'
import { unreadable, type ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import { fromDecimal, toDecimalText } from '../wire-amounts.ts'
import { childText, childValue, readXml, writeXml, type XmlElement, type XmlTree } from '../xml-text.ts'

/** Facts and sources: docs/protocols/dpo.md. Codes belong to one call: 904 is "currency" to createToken and "cancelled" to verifyToken. */

/** DPO writes whole currency units with decimals; every currency keeps its own ISO exponent. */
export const DPO_WIRE = { wireExponent: CURRENCY_EXPONENT }

export type DpoAccount = { companyToken: string; serviceType: string }

const CREATE_REFUSALS = {
  801: 'config',
  802: 'config',
  803: 'config',
  804: 'config',
  902: 'config',
  904: 'currency',
  905: 'limit',
  906: 'limit',
  922: 'config',
  923: 'config',
  930: 'config',
  950: 'config',
  960: 'config',
} as const satisfies Record<number, Reason>

/** 940 is a reference that was used *and paid*: never a refusal. */
const ALREADY_PAID = '940'

const VERIFY_STATES = {
  '000': 'paid',
  '001': 'pending',
  '002': 'paid',
  '003': 'pending',
  '005': 'pending',
  '007': 'pending',
  '900': 'pending',
  '901': 'declined',
  '903': 'expired',
  '904': 'cancelled',
  '801': 'unrecognised',
  '802': 'unrecognised',
  '803': 'unrecognised',
  '804': 'unrecognised',
  '902': 'unrecognised',
  '950': 'unrecognised',
} as const satisfies Record<string, Observation['state']>

const OVER_OR_UNDERPAID = '002'
const FRAUD_BLOCKED = '002'

/** I19. The query names token or reference; the response need not, and must not name others. It never names the company. */
export const DPO_ANSWERS = {
  paid: {
    message: 'verifiedPaid',
    says: 'paid',
    fields: [
      { at: 'API3G.CompanyRef', tells: 'reference', isPromised: false },
      { at: 'API3G.TransactionToken', tells: 'transaction', isPromised: false },
      { at: 'API3G.TransactionAmount', tells: 'amount', isPromised: true },
      { at: 'API3G.TransactionCurrency', tells: 'currency', isPromised: true },
    ],
  },
} as const satisfies Record<string, AnswerTable>

export function createTokenRequest(
  order: PaymentOrder,
  urls: ConnectorContext['urls'],
  { companyToken, serviceType }: DpoAccount,
  now: Date,
): string {
  const phone = internationalNumber(order.payer.msisdn)?.slice(COUNTRY.dialCode.length)
  return api3g({
    CompanyToken: companyToken,
    Request: 'createToken',
    Transaction: {
      PaymentAmount: toDecimalText(order.amount, DPO_WIRE, 2),
      PaymentCurrency: order.amount.currency,
      CompanyRef: order.ref,
      CompanyRefUnique: '1',
      RedirectURL: urls.return,
      BackURL: cancelAddress(urls.return),
      PTL: String(PAY_PAGE_MINUTES),
      PTLtype: 'minutes',
      ...(order.payer.email ? { customerEmail: order.payer.email } : {}),
      ...(phone ? { customerPhone: phone, customerDialCode: COUNTRY.code } : {}),
      customerCountry: COUNTRY.code,
    },
    Services: {
      Service: { ServiceType: serviceType, ServiceDescription: order.description.slice(0, 100), ServiceDate: serviceDate(now) },
    },
  })
}

export type CreatedToken =
  { kind: 'created'; token: string } | { kind: 'rejected'; reason: Reason; provider: { code: string; text: string } }

export function readCreatedToken(answer: ProviderResponse): CreatedToken {
  const { root, result, provider } = readAnswer(answer)
  if (result === '000') {
    const token = childText(root, 'TransToken')
    if (!token || !isToken(token)) throw unreadable(answer)
    return { kind: 'created', token }
  }
  const reason = (CREATE_REFUSALS as Readonly<Record<string, Reason>>)[result]
  if (reason) return { kind: 'rejected', reason, provider }
  if (result === ALREADY_PAID) throw new ProviderUnavailable('dpo says that our reference was paid already', true)
  throw new ProviderUnavailable(`dpo answered ${provider.code}`, true, { status: answer.status, answered: plainAnswer(answer) })
}

/** `mark` reports to DPO that the goods were delivered; a query must not. Without a token our own reference finds it. */
export function verifyTokenRequest({ companyToken }: DpoAccount, attempt: AttemptRef, mark: boolean): string {
  return api3g({
    CompanyToken: companyToken,
    Request: 'verifyToken',
    ...(attempt.providerRef ? { TransactionToken: attempt.providerRef } : { CompanyRef: attempt.ref }),
    VerifyTransaction: mark ? '1' : '0',
  })
}

export function readVerifiedToken(answer: ProviderResponse, attempt: AttemptRef): Observation {
  const { root } = readAnswer(answer)
  const seen = observeToken(root, askedAbout(attempt))
  const isNoAnswer = seen.state !== 'unrecognised' && !isOurs(DPO_ANSWERS.paid, writtenAs(root), askedAbout(attempt))
  if (isNoAnswer) throw unreadable(answer)
  return seen
}

/** DPO's transaction id for people and refunds, where the response contains it and is about our payment. */
export function readTransactionRef(answer: ProviderResponse, attempt: AttemptRef): string | null {
  const { root } = readAnswer(answer)
  if (!isOurs(DPO_ANSWERS.paid, writtenAs(root), askedAbout(attempt))) throw unreadable(answer)
  return childText(root, 'TransactionRef') ?? childText(root, 'TransRef')
}

function askedAbout({ ref, providerRef, amount }: AttemptRef): AskedAbout {
  return { reference: ref, transaction: providerRef, merchant: null, kinds: [], amount }
}

function writtenAs(root: XmlElement): Written {
  return {
    valueAt: (at) => childValue(root, at.slice('API3G.'.length)),
    money: (amount, currency) => fromDecimal(amount, currency, DPO_WIRE),
  }
}

function observeToken(root: XmlElement, asked: AskedAbout): Observation {
  const result = childText(root, 'Result') ?? ''
  const provider = providerMessage(result, childText(root, 'ResultExplanation'))
  const state = stateIn(VERIFY_STATES, result)
  if (state === 'paid') return observePaid(root, asked, provider)
  if (state !== 'declined') return { state, provider }
  return { state, final: true, reason: /insufficient/i.test(provider.text) ? 'insufficient_funds' : 'card_declined', provider }
}

/** A payment that DPO calls wrong (002) with the right amount, or blocks for fraud, needs review: it is neither paid nor refused. */
function observePaid(root: XmlElement, asked: AskedAbout, provider: { code: string; text: string }): Observation {
  const isOtherAmount = provider.code === OVER_OR_UNDERPAID
  const claim = readClaim(DPO_ANSWERS.paid, writtenAs(root), { ...asked, isOtherAmount })
  if (isDisagreement(claim)) return doubtful(provider, claim)
  const { amount } = claim
  const fraud = childText(root, 'FraudAlert')
  if (!amount) return doubtful(provider, { tells: 'amount', how: 'missing' })
  if (fraud === FRAUD_BLOCKED)
    return { state: 'unrecognised', saysPaid: true, provider: providerMessage(`${provider.code}-fraud-${fraud}`, provider.text) }
  if (isOtherAmount && amount.minor === asked.amount?.minor)
    return { state: 'unrecognised', saysPaid: true, provider: providerMessage(`${provider.code}-same-amount`, provider.text) }
  const names = [asked.transaction, childText(root, 'TransactionToken'), childText(root, 'TransactionRef')]
  const providerTxnId = names.find((name) => name) ?? asked.reference
  return {
    state: 'paid',
    amount,
    providerTxnId,
    provider: fraud && fraud !== '000' ? providerMessage(`${provider.code}-fraud-${fraud}`, provider.text) : provider,
    ...(isOtherAmount && { isOtherAmount: true as const }),
  }
}

/** Nothing is signed: anyone who knows the URL can send this. It only triggers a query. */
export function parseDpoWebhook(body: Buffer): Webhook | 'unauthentic' | 'irrelevant' {
  const root = readXml(webhookText(body) ?? '')
  if (root?.name !== 'API3G') return 'unauthentic'
  const result = childText(root, 'Result')
  const ref = childText(root, 'CompanyRef')
  const token = childText(root, 'TransactionToken')
  const isOurs = ref !== null && /^[A-Za-z0-9]{1,50}$/.test(ref)
  if (!result || !/^[0-9]{3}$/.test(result) || (!isOurs && !(token && isToken(token)))) return 'unauthentic'
  return {
    trust: 'hint',
    dedupeKey: `${isOurs ? ref : token}:${result}:${fingerprint(body)}`,
    attempt: isOurs ? { by: 'ref', value: ref } : { by: 'providerRef', value: token ?? '' },
    seen: observeToken(root, { reference: ref ?? '', transaction: token, merchant: null, kinds: [], amount: null }),
  }
}

export function readAnswer(answer: ProviderResponse) {
  const root = readXml(answer.text)
  const result = root && childText(root, 'Result')
  if (root?.name !== 'API3G' || !result || !/^[0-9]{3}$/.test(result)) throw unreadable(answer)
  return { root, result, provider: providerMessage(result, childText(root, 'ResultExplanation')) }
}

function isToken(text: string): boolean {
  return /^[A-Za-z0-9-]{8,64}$/.test(text)
}

export function api3g(content: XmlTree): string {
  return writeXml({ API3G: content })
}

/** 2026/11/15 13:45 */
function serviceDate(now: Date): string {
  return now.toISOString().slice(0, 16).replace('T', ' ').replaceAll('-', '/')
}
