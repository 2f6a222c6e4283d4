import type { Language } from './language.ts'

/** country.json of an operator's folder. */
export type CountryRecord = {
  /** ISO 3166. */
  code: string
  dialCode: string
  /** Dialled before a national number: '0' in most countries, '' where there is none. */
  trunkPrefix: string
  /** How a number is grouped when it is written, one list for each length. */
  numberGroups: readonly (readonly number[])[]
  /** The first digits of mobile numbers, by which they are recognised in free text. */
  mobilePrefixes: readonly string[]
  timeZone: string
  /** The specification's code of the channel, sent with every call. */
  channelCode: string
  defaultLanguage: Language
  /** Shows the 'Fetch your Data Balance' link on the broadband page (BB-2). */
  showsDataBalanceLink: boolean
  /** Postpaid lines may buy bundles (DATA-1). */
  sellsPostpaidBundles: boolean
}

export type CurrencyRecord = {
  /** ISO 4217. */
  code: string
  exponent: number
  /** '#' is the figure: 'XOF #'. */
  full: Readonly<Record<Language, string>>
  /** On buttons: '# F'. */
  short: Readonly<Record<Language, string>>
}

/** money.json of an operator's folder. */
export type MoneyRecord = {
  /** The currency of all prices. */
  prices: string
  /** HUB-4: the currencies in which a customer may pay, that of the prices first. */
  payIn: readonly [string, ...string[]]
  currencies: readonly CurrencyRecord[]
}

/** Currencies that are not the operator's (currency-exponent.ts). */
export type OtherCurrencies = {
  exponentOf: (currency: string) => number | null
  wordsOf: (currency: string) => Readonly<Record<Language, string>>
}

export type OperatorRecord = { country: CountryRecord; money: MoneyRecord & OtherCurrencies }

/** What pages and their scripts need of it; written into every page. */
export type PageRecord = {
  country: Pick<CountryRecord, 'code' | 'dialCode' | 'trunkPrefix' | 'numberGroups' | 'timeZone' | 'defaultLanguage'>
  /** Scripts know the operator's own currencies only: the table of all others weighs too much. */
  money: Pick<MoneyRecord, 'prices' | 'currencies'> & Partial<OtherCurrencies>
}
