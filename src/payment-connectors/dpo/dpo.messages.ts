import { COUNTRY } from '#shared/country-profiles.ts'
import { cancelAddress } from '../browser-return.ts'
import { internationalNumber, PAY_PAGE_MINUTES, stateIn } from '../card-gateway.ts'
import { fingerprint, noticeText } from '../notice-bytes.ts'
import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import {
  ProviderUnavailable,
  type AttemptRef,
  type ConnectorContext,
  type Money,
  type Notice,
  type Observation,
  type PaymentOrder,
  type Reason,
} from '../payment-connector.ts'
import { unreadable, type ProviderAnswer } from '../provider-http.ts'
import { said } from '../provider-words.ts'
import { fromDecimal, toDecimalText } from '../wire-amounts.ts'
import { childText, readXml, writeXml, type XmlElement, type XmlTree } from '../xml-text.ts'

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

/** 940 is a reference that was used *and paid*: anything but a refusal. */
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

export function readCreatedToken(answer: ProviderAnswer): CreatedToken {
  const { root, result, provider } = readAnswer(answer)
  if (result === '000') {
    const token = childText(root, 'TransToken')
    if (!token || !isToken(token)) throw unreadable(answer)
    return { kind: 'created', token }
  }
  const reason = (CREATE_REFUSALS as Readonly<Record<string, Reason>>)[result]
  if (reason) return { kind: 'rejected', reason, provider }
  throw new ProviderUnavailable(
    result === ALREADY_PAID ? 'dpo says that our reference was paid already' : `dpo answered ${provider.code}`,
    true,
  )
}

/** `mark` tells DPO that the goods were delivered; looking must not. Without a token our own reference finds it. */
export function verifyTokenRequest({ companyToken }: DpoAccount, attempt: AttemptRef, mark: boolean): string {
  return api3g({
    CompanyToken: companyToken,
    Request: 'verifyToken',
    ...(attempt.providerRef ? { TransactionToken: attempt.providerRef } : { CompanyRef: attempt.ref }),
    VerifyTransaction: mark ? '1' : '0',
  })
}

export function readVerifiedToken(answer: ProviderAnswer, attempt: AttemptRef): Observation {
  const { root } = readAnswer(answer)
  const about = childText(root, 'CompanyRef')
  if (about !== null && about !== attempt.ref) throw unreadable(answer)
  return observeToken(root, { token: attempt.providerRef, ref: attempt.ref, expected: attempt.amount })
}

/** DPO's name of the transaction for people and refunds, where the answer tells it. */
export function readTransactionRef(answer: ProviderAnswer): string | null {
  const { root } = readAnswer(answer)
  return childText(root, 'TransactionRef') ?? childText(root, 'TransRef')
}

type Known = { token: string | null; ref: string; expected: Money | null }

function observeToken(root: XmlElement, known: Known): Observation {
  const result = childText(root, 'Result') ?? ''
  const provider = said(result, childText(root, 'ResultExplanation'))
  const state = stateIn(VERIFY_STATES, result)
  if (state === 'paid') return observePaid(root, known, provider)
  if (state !== 'declined') return { state, provider }
  return { state, final: true, reason: /insufficient/i.test(provider.text) ? 'insufficient_funds' : 'card_declined', provider }
}

/** A payment DPO calls wrong (002) with the right figure, or blocks for fraud, is for a person to judge: it is neither paid nor refused. */
function observePaid(root: XmlElement, { token, ref, expected }: Known, provider: { code: string; text: string }): Observation {
  const amount = fromDecimal(childText(root, 'TransactionAmount'), childText(root, 'TransactionCurrency'), DPO_WIRE)
  const fraud = childText(root, 'FraudAlert')
  if (!amount) return { state: 'unrecognised', saysPaid: true, provider: said(`${provider.code}-without-amount`, provider.text) }
  if (fraud === FRAUD_BLOCKED)
    return { state: 'unrecognised', saysPaid: true, provider: said(`${provider.code}-fraud-${fraud}`, provider.text) }
  const isFigureWrong = !expected || amount.minor !== expected.minor || amount.currency !== expected.currency
  if (provider.code === OVER_OR_UNDERPAID && !isFigureWrong)
    return { state: 'unrecognised', saysPaid: true, provider: said(`${provider.code}-same-amount`, provider.text) }
  const providerTxnId = token ?? childText(root, 'TransactionToken') ?? childText(root, 'TransactionRef') ?? ref
  return {
    state: 'paid',
    amount,
    providerTxnId,
    provider: fraud && fraud !== '000' ? said(`${provider.code}-fraud-${fraud}`, provider.text) : provider,
  }
}

/** Nothing is signed: whoever knows the address can write this. It only makes us ask. */
export function readDpoNotice(body: Buffer): Notice | 'unauthentic' | 'irrelevant' {
  const root = readXml(noticeText(body) ?? '')
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
    seen: observeToken(root, { token: token ?? null, ref: ref ?? '', expected: null }),
  }
}

export function readAnswer(answer: ProviderAnswer) {
  const root = readXml(answer.text)
  const result = root && childText(root, 'Result')
  if (root?.name !== 'API3G' || !result || !/^[0-9]{3}$/.test(result)) throw unreadable(answer)
  return { root, result, provider: said(result, childText(root, 'ResultExplanation')) }
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
