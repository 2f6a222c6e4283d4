import { OPERATOR } from '#operator-record'
import type { CountryRecord } from './operator-record.ts'

const { country: COUNTRY, money: MONEY } = OPERATOR

/** The country of the operator, with the flags of section 9 of the specification. */
export type CountryProfile = CountryRecord & {
  currency: string
  /** Offers the currency switch in the payment hub (HUB-4). */
  hasDualCurrency: boolean
  /** The switch's currencies beside that of the prices. In the first, less than one unit is too little for any method but a wallet. */
  switchCurrencies: readonly string[]
}

const OWN: CountryProfile = {
  ...COUNTRY,
  currency: MONEY.prices,
  hasDualCurrency: MONEY.payIn.length > 1,
  switchCurrencies: MONEY.payIn.slice(1),
}

/** Every country flag on, so that features that are off in Niger are tested. */
const ALL_FLAGS: CountryProfile = {
  ...OWN,
  showsDataBalanceLink: true,
  sellsPostpaidBundles: true,
  hasDualCurrency: true,
  // Section 9 of the specification.
  switchCurrencies: ['USD', 'CDF'],
}

export const COUNTRY_PROFILES = { NE: OWN, 'NE-all-flags': ALL_FLAGS } as const satisfies Record<string, CountryProfile>
export type CountryProfileName = keyof typeof COUNTRY_PROFILES
