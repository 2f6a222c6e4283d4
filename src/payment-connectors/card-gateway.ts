import { isWithinAmounts } from '#shared/provider-amounts.ts'
import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { COUNTRY } from '#shared/operator.ts'
import {
  toWire,
  type AttemptRef,
  type ConnectorInfo,
  type Observation,
  type PaymentOrder,
  type ProviderMessage,
  type StartResult,
} from './payment-connector.ts'

/** What the four hosted pages have in common: typing a card number takes minutes, and the payer may come back an hour later. */
export const CARD_QUERY_LADDER_SECONDS: readonly number[] = [60, 300, 300, 300, 300, 300, 1800, 1800, 1800, 1800, 21_600]

/** How long an unpaid page of ours stays payable, where the provider has a parameter for it. */
export const PAY_PAGE_MINUTES = 30

/** A request that was sent may still be on its way; after this long it is not. */
const STILL_ON_ITS_WAY_MS = 15 * 60_000

/** Requests that no hosted page can serve: refused before anything is sent. */
export function refuseBeforeCalling(order: PaymentOrder, info: ConnectorInfo): Extract<StartResult, { kind: 'not-attempted' }> | null {
  const { currency, minor } = order.amount
  if (!info.currencies.includes(currency))
    return { kind: 'not-attempted', reason: 'currency', note: `${info.id} does not take ${currency}` }
  try {
    if (minor > 0 && isWithinAmounts(order.amount, info.amounts) && toWire(order.amount, info) > 0) return null
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return { kind: 'not-attempted', reason: 'amount', note: 'this provider does not take the amount' }
}

/**
 * The provider states that it knows no such payment. Right after a lost start that proves nothing. Later it means that no page exists to
 * pay on, so polling may stop. A late success would still be honoured.
 */
export function unknownToProvider(attempt: AttemptRef, now: Date, provider: ProviderMessage): Observation {
  const ageMs = now.getTime() - attempt.createdAt.getTime()
  return ageMs > STILL_ON_ITS_WAY_MS ? { state: 'expired', provider } : { state: 'unrecognised', provider }
}

/** '22790123456': digits with the country code, as gateways expect; null when it is not a number of this country. */
export function internationalNumber(msisdn: string | null): string | null {
  const national = /^\+?[0-9]+$/.test(msisdn ?? '') ? nationalDigits(msisdn ?? '') : ''
  return isMobileNumber(national) ? `${COUNTRY.dialCode}${national}` : null
}

/** Joins a configured base, which may have a path of its own, and a path of the protocol. */
export function addressAt(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/+$/, '') + path
}

/** Looks up a provider's code in a table of ours. A code it adds tomorrow is `unrecognised`, which is never the end of anything. */
export function stateIn<State extends Observation['state']>(states: Readonly<Record<string, State>>, word: string): State | 'unrecognised' {
  const state = Object.hasOwn(states, word) ? states[word] : undefined
  return state ?? 'unrecognised'
}
