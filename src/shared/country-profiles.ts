import { COUNTRY_CODE } from './country-code.ts'

/**
 * Differences between countries (GEN-2), with the values of section 9 of the specification. A flag or a prefix is a change here. Another
 * country is more than a profile: a currency of its own (money.ts), how numbers are grouped (mobile-number.ts), its map
 * (features/places/coordinates.ts, content/data), and the name in country-code.ts.
 */
export type CountryProfile = {
  code: string
  dialCode: string
  currency: 'XOF'
  channelCode: string
  defaultLanguage: 'fr' | 'en'
  numberLength: number
  /** Shows the 'Fetch your Data Balance' link on the broadband page (BB-2). */
  showsDataBalanceLink: boolean
  /** Postpaid lines may buy bundles (DATA-1). */
  sellsPostpaidBundles: boolean
  /** Offers the currency switch in the payment hub (HUB-4). */
  hasDualCurrency: boolean
  /** The switch's currencies beside that of the prices. In the first, less than one unit is too little for any method but a wallet. */
  switchCurrencies: readonly [string, ...string[]]
  timeZone: string
}

const NE = {
  code: COUNTRY_CODE,
  dialCode: '227',
  currency: 'XOF',
  channelCode: 'CWAAA',
  defaultLanguage: 'fr',
  numberLength: 8,
  showsDataBalanceLink: false,
  sellsPostpaidBundles: false,
  hasDualCurrency: false,
  switchCurrencies: ['USD', 'CDF'],
  timeZone: 'Africa/Niamey',
} as const satisfies CountryProfile

/** Niger with every country flag on, so that features that are off in Niger are tested. */
const NE_ALL_FLAGS = {
  ...NE,
  showsDataBalanceLink: true,
  sellsPostpaidBundles: true,
  hasDualCurrency: true,
} as const satisfies CountryProfile

export const COUNTRY_PROFILES = { NE, 'NE-all-flags': NE_ALL_FLAGS } as const satisfies Record<string, CountryProfile>
export type CountryProfileName = keyof typeof COUNTRY_PROFILES

/** Values for modules without a request: all profiles of one deployment share them. */
export const COUNTRY = NE
