import { BRAND } from '#shared/brand.ts'
import { COUNTRY } from '#shared/country-profiles.ts'
import { internationalNumber, stateIn } from '../card-gateway.ts'
import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import {
  ProviderUnavailable,
  type AttemptRef,
  type Observation,
  type PaymentOrder,
  type ProviderSaid,
  type StartResult,
} from '../payment-connector.ts'
import { unreadable, type ProviderAnswer } from '../provider-http.ts'
import { said } from '../provider-words.ts'
import { fromDecimal, toDecimalText } from '../wire-amounts.ts'

/** Facts and sources: docs/protocols/uba.md. All of it is second-hand; whatever is not known for sure ends nothing. */

/** UBA writes whole currency units; every currency keeps its own ISO exponent. */
export const UBA_WIRE = { wireExponent: CURRENCY_EXPONENT }

/** ISO 4217 numbers. */
const CURRENCY_NUMBERS: Readonly<Record<string, string>> = { XOF: '952', USD: '840', CDF: '976', NGN: '566', KES: '404' }

/** First part of a verification, in lower case and without the word "transaction". Only 'approved transaction' is known from outside. */
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

/** A page that nobody finished within an hour is given up, but only on the bank's own word that nothing is paid. */
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
    customerLastname: BRAND.name,
    customerEmail: order.payer.email ?? '',
    customerPhoneNumber: internationalNumber(order.payer.msisdn) ?? '',
    referenceNumber: order.ref,
  }).toString()
}

/** The id of the transaction, or a sentence. One word without a digit ("null", "Error") is neither. */
export function readRegistered(answer: ProviderAnswer): { kind: 'registered'; id: string } | Extract<StartResult, { kind: 'rejected' }> {
  const text = answer.text.trim()
  const isId = answer.status === 200 && /^(?=.*[0-9])[A-Za-z0-9_-]{1,64}$/.test(text)
  if (isId) return { kind: 'registered', id: text }
  if (!isSentence(text) || !text.includes(' ')) throw unreadable(answer)
  // The reference is known to the bank: a transaction may well exist, so this is no refusal.
  if (/duplicate|already/i.test(text)) throw new ProviderUnavailable('uba knows this reference already', true)
  const isOurFault = /merchant|service ?key|currency/i.test(text)
  return { kind: 'rejected', reason: isOurFault ? 'config' : 'provider', provider: said(answer.status, text) }
}

export function verifyQuery({ merchantId }: Pick<UbaMerchant, 'merchantId'>, attempt: AttemptRef): string {
  return new URLSearchParams({ cipgtxnref: attempt.providerRef ?? '', mytxnref: attempt.ref, cipgid: merchantId }).toString()
}

export function readVerified(answer: ProviderAnswer, attempt: AttemptRef, now: Date): Observation {
  if (answer.status !== 200 || !isSentence(answer.text.trim())) throw unreadable(answer)
  const [verdict = '', ...details] = answer.text.split(';').map((part) => part.trim())
  const provider = said(verdict, verdict)
  if (verdict.toLowerCase() === APPROVED) return observePaid(details, attempt, provider)
  const word = verdict.toLowerCase().replace(/ ?\btransaction\b ?/, '')
  const state = stateIn(VERDICTS, word)
  const isOld = now.getTime() - attempt.createdAt.getTime() > PAGE_LIFE_MS
  if (state === 'declined')
    return { state, final: true, reason: word === 'insufficient funds' ? 'insufficient_funds' : 'card_declined', provider }
  if (state === 'pending' && isOld) return { state: 'expired', provider }
  return { state, provider }
}

/** The amount as the bank names it; where it names none, the one it registered for this id, which nobody can change afterwards. */
function observePaid(details: readonly string[], attempt: AttemptRef, provider: ProviderSaid): Observation {
  if (!attempt.providerRef) return { state: 'unrecognised', saysPaid: true, provider: said('approved-without-id', provider.text) }
  const named = namedAmount(details, attempt)
  const amount = named ? fromDecimal(named.figure, named.currency, UBA_WIRE) : attempt.amount
  if (!amount) return { state: 'unrecognised', saysPaid: true, provider: said('approved-with-unreadable-amount', provider.text) }
  return { state: 'paid', amount, providerTxnId: attempt.providerRef, provider }
}

/**
 * Which place of the list holds the amount is written nowhere. It is believed with a label, or between both our references and the number of
 * a currency, where nothing else can stand.
 */
function namedAmount(details: readonly string[], attempt: AttemptRef): { figure: string; currency: string | undefined } | null {
  const labelled = details.map((detail) => /^(?:amount|total)\s*[:=]\s*(.+)$/i.exec(detail)?.[1]).find((figure) => figure !== undefined)
  if (labelled !== undefined) return { figure: labelled, currency: attempt.amount.currency }
  const [id, ref, figure, currencyNumber] = details
  if (id !== attempt.providerRef || ref !== attempt.ref || figure === undefined || !/^[0-9]{3}$/.test(currencyNumber ?? '')) return null
  return { figure, currency: Object.keys(CURRENCY_NUMBERS).find((currency) => CURRENCY_NUMBERS[currency] === currencyNumber) }
}

/** Plain words, perhaps as a list; never markup or something that was meant for a program. */
function isSentence(text: string): boolean {
  return /^[\p{L}][^<>{}[\]]{2,500}$/u.test(text) && text !== 'null' && text !== 'undefined'
}

/** 15/11/2026 13:45:00, as the wall clock shows it where we are. */
function localDate(now: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium', timeZone: COUNTRY.timeZone }).format(now)
  return parts.replace(', ', ' ')
}
