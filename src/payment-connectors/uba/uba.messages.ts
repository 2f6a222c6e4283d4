import { OPERATOR } from '#operator-record'
import { doubtful, isDisagreement, readClaim, type AnswerTable } from '../answer-fields.ts'
import { internationalNumber, stateIn } from '../card-gateway.ts'
import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import { COUNTRY } from '#shared/operator.ts'
import {
  ProviderUnavailable,
  type AttemptRef,
  type Observation,
  type PaymentOrder,
  type ProviderMessage,
  type StartResult,
} from '../payment-connector.ts'
import { unreadable, type ProviderResponse } from '../provider-http.ts'
import { providerMessage } from '../provider-message.ts'
import { fromDecimal, toDecimalText } from '../wire-amounts.ts'

/** Facts and sources: docs/protocols/uba.md. All of it is second-hand; an uncertain response ends nothing. */

/** UBA writes whole currency units; every currency keeps its own ISO exponent. */
export const UBA_WIRE = { wireExponent: CURRENCY_EXPONENT }

/** ISO 4217 numbers. */
const CURRENCY_NUMBERS: Readonly<Record<string, string>> = { XOF: '952', USD: '840', CDF: '976', NGN: '566', KES: '404' }

export function isKnownToUba(currency: string): boolean {
  return Object.hasOwn(CURRENCY_NUMBERS, currency)
}

/**
 * First part of a verification, in lower case and without the word "transaction". Only 'approved transaction' is known from public sources.
 */
const VERDICTS = {
  declined: 'declined',
  failed: 'declined',
  unsuccessful: 'declined',
  'insufficient funds': 'declined',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  pending: 'pending',
  initiated: 'pending',
  'in progress': 'pending',
  expired: 'expired',
} as const satisfies Record<string, Observation['state']>

const APPROVED = 'approved transaction'

/**
 * I19: the details after an approval, in this order. No document of the bank exists; whether an approval needs any is a setting
 * (UBA_BARE_APPROVAL). If there are details, all are required and compared, and so is their number.
 */
export const UBA_ANSWERS = {
  approved: {
    message: 'approved',
    says: 'paid',
    fields: [
      { at: 'id', tells: 'transaction', isPromised: true },
      { at: 'reference', tells: 'reference', isPromised: true },
      { at: 'amount', tells: 'amount', isPromised: true },
      { at: 'currency', tells: 'currency', isPromised: true },
    ],
  },
} as const satisfies Record<string, AnswerTable>

/** What an approval without any details counts for. */
export type BareApproval = 'doubt' | 'paid'

/** A page that was not finished within an hour is given up, but only when the bank itself reports that nothing is paid. */
const PAGE_LIFE_MS = 60 * 60_000

export type UbaMerchant = { merchantId: string; serviceKey: string }

export function registerRequest(order: PaymentOrder, { merchantId, serviceKey }: UbaMerchant, now: Date): string {
  return new URLSearchParams({
    merchantId,
    serviceKey,
    description: order.description.slice(0, 100),
    total: toDecimalText(order.amount, UBA_WIRE),
    date: localDate(now),
    countryCurrencyCode: CURRENCY_NUMBERS[order.amount.currency] ?? '',
    noOfItems: '1',
    customerFirstName: 'Client',
    customerLastname: OPERATOR.brand.name,
    customerEmail: order.payer.email ?? '',
    customerPhoneNumber: internationalNumber(order.payer.msisdn) ?? '',
    referenceNumber: order.ref,
  }).toString()
}

/** The id of the transaction, or a sentence. One word without a digit ("null", "Error") is neither. */
export function readRegistered(answer: ProviderResponse): { kind: 'registered'; id: string } | Extract<StartResult, { kind: 'rejected' }> {
  const text = answer.text.trim()
  const isId = answer.status === 200 && /^(?=.*[0-9])[A-Za-z0-9_-]{1,64}$/.test(text)
  if (isId) return { kind: 'registered', id: text }
  if (!isSentence(text) || !text.includes(' ')) throw unreadable(answer)
  // The bank knows the reference: a transaction may exist, so this is no refusal.
  if (/duplicate|already/i.test(text)) throw new ProviderUnavailable('uba knows this reference already', true)
  const isOurFault = /merchant|service ?key|currency/i.test(text)
  return { kind: 'rejected', reason: isOurFault ? 'config' : 'provider', provider: providerMessage(answer.status, text) }
}

export function verifyQuery({ merchantId }: Pick<UbaMerchant, 'merchantId'>, attempt: AttemptRef): string {
  return new URLSearchParams({ cipgtxnref: attempt.providerRef ?? '', mytxnref: attempt.ref, cipgid: merchantId }).toString()
}

export function readVerified(answer: ProviderResponse, attempt: AttemptRef, bareApproval: BareApproval, now: Date): Observation {
  if (answer.status !== 200 || !isSentence(answer.text.trim())) throw unreadable(answer)
  const [verdict = '', ...details] = answer.text.split(';').map((part) => part.trim())
  const provider = providerMessage(verdict, verdict)
  if (verdict.toLowerCase() === APPROVED) return observePaid(details, attempt, bareApproval, provider)
  const word = verdict.toLowerCase().replace(/ ?\btransaction\b ?/, '')
  const state = stateIn(VERDICTS, word)
  const isOld = now.getTime() - attempt.createdAt.getTime() > PAGE_LIFE_MS
  if (state === 'declined')
    return { state, final: true, reason: word === 'insufficient funds' ? 'insufficient_funds' : 'card_declined', provider }
  if (state === 'pending' && isOld) return { state: 'expired', provider }
  return { state, provider }
}

/**
 * The bank responds about the id and the reference in our query. If it names details, they have to match; a bare sentence identifies
 * nothing.
 */
function observePaid(details: readonly string[], attempt: AttemptRef, bareApproval: BareApproval, provider: ProviderMessage): Observation {
  const { providerRef, ref, amount } = attempt
  if (!providerRef) return doubtful(provider, { tells: 'transaction', how: 'missing' })
  const isBare = details.every((detail) => detail === '')
  if (isBare && bareApproval === 'paid') return { state: 'paid', amount, namesNoAmount: true, providerTxnId: providerRef, provider }
  const places = UBA_ANSWERS.approved.fields.map(({ at }) => at)
  if (details.length > places.length) return doubtful(provider, { tells: 'kind', how: 'unreadable' })
  const claim = readClaim(
    UBA_ANSWERS.approved,
    {
      valueAt: (at) => details[places.findIndex((place) => place === at)],
      money: (figure, currency) => fromDecimal(figure, currency, UBA_WIRE),
      currency: (number) => Object.keys(CURRENCY_NUMBERS).find((currency) => CURRENCY_NUMBERS[currency] === number),
    },
    { reference: ref, transaction: providerRef, merchant: null, kinds: [], amount },
  )
  return isDisagreement(claim) ? doubtful(provider, claim) : { state: 'paid', amount, providerTxnId: providerRef, provider }
}

/** Plain text, perhaps as a list; never markup or data for a program. */
function isSentence(text: string): boolean {
  return /^[\p{L}][^<>{}[\]]{2,500}$/u.test(text) && text !== 'null' && text !== 'undefined'
}

/** 15/11/2026 13:45:00, in local time of this country. */
function localDate(now: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium', timeZone: COUNTRY.timeZone }).format(now)
  return parts.replace(', ', ' ')
}
