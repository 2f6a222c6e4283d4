import type { PlacesRecord } from './place-record.ts'

/** country.json of an operator's folder. */
export type CountryRecord = {
  /** ISO 3166, with two and with three letters. */
  code: string
  code3: string
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
  /** Shows the 'Fetch your Data Balance' link on the broadband page (BB-2). */
  showsDataBalanceLink: boolean
  /** Postpaid lines may buy bundles (DATA-1). */
  sellsPostpaidBundles: boolean
}

export type CurrencyRecord = {
  /** ISO 4217. */
  code: string
  exponent: number
  /** By language. '#' is the figure: 'XOF #'. */
  full: Readonly<Record<string, string>>
  /** On buttons: '# F'. */
  short: Readonly<Record<string, string>>
}

/** money.json of an operator's folder. */
export type MoneyRecord = {
  /** The currency of all prices. */
  prices: string
  /** HUB-4: the currencies in which a customer may pay, that of the prices first. */
  payIn: readonly [string, ...string[]]
  currencies: readonly CurrencyRecord[]
}

/** operator.json of an operator's folder. */
export type BrandRecord = {
  name: string
  /** Under an icon on a phone's home screen. */
  shortName: string
  /** In addresses (/store_finder/<slug>_shop) and in values of calls (<SLUG>_MONEY). */
  slug: string
  /** The operator's own wallet. */
  wallet: string
  smsPrefix: string
  /** The free support line (HELP-4). */
  care: string
  /** International, without plus sign. */
  whatsapp: string
  company: string
  /** A fictional operator: pages and receipts say so, and production has to allow it (OPR-6). */
  isDemonstration: boolean
}

/** law.json of an operator's folder: what the law of a country, or the operator's own terms, set. */
export type LawRecord = {
  /** Stored with every consent; it changes whenever the sentence of the consent box does. */
  consentVersion: string
  /** How long it is stored; other ages follow from limits and sessions (retention.ts). */
  keptDays: Readonly<Record<KeptByLaw, number>>
  /** FIND-1: the age of the oldest payment in the list. */
  foundPaymentDays: number
  /** FIND-3: the time limit for the answer to a case. */
  claimAnswerHours: number
  refunds: {
    /** Not delivered by then, and surely not sent: the money is refunded. */
    undeliveredHours: number
    /** A payment later than this after the order is refunded. */
    latePaymentHours: Readonly<Record<'airtime' | 'bundle' | 'bill', number>>
    /** An open refund older than this is late (metrics). */
    overdueHours: number
  }
  /** On receipts, by language: company, tax number, included tax. */
  receiptLines: Readonly<Partial<Record<string, readonly string[]>>>
}

export type KeptByLaw = 'claims' | 'feedback' | 'broadbandRequests' | 'helpVotes' | 'pageCounts' | 'ussdPayments' | 'webhooks'

/** An SVG whose shapes stand in pages. */
export type Drawing = { viewBox: string; /** preserveAspectRatio. */ fit: string; shapes: string }

/** A drawing as it is, or as a PNG of so many pixels in width and height. */
export type IconRecord = { svg: string; size?: number }

/** look/ of an operator's folder. */
export type LookRecord = {
  /** The custom properties of all its colours. */
  style: string
  /** The colour that every page begins with. */
  night: string
  logo: Drawing
  /** The lower edge of the home page's beginning; what names no fill has the colour of the page. */
  landscape: Drawing
  /** How things travel in this country, beside good news; null where the folder has none. */
  journey: Drawing | null
  /** By address. */
  icons: Readonly<Record<string, IconRecord>>
}

/** Currencies that are not the operator's (currency-exponent.ts). */
export type OtherCurrencies = {
  exponentOf: (currency: string) => number | null
  wordsOf: (currency: string, language: string) => string
}

export type LanguageMarks = {
  tag: string
  /** Formats of dates follow it. */
  locale: string
  /** The marks between thousands and before decimals. */
  thousands: string
  decimal: string
}

/** languages.json of an operator's folder: a list, the default first. */
export type LanguageRecord = LanguageMarks & {
  /** As its speakers call it, for the switch. */
  name: string
  /** A draft says nothing about money, and is offered only with GUICHET_DRAFT_LANGUAGES. */
  review: 'checked' | 'draft'
}

/** A text as it is written in the first language, and its translation. */
export type TextPair = { source: string; target: string }

type Listed<Each> = readonly [Each, ...Each[]]

export type OperatorRecord = {
  /** Where its files are. */
  folder: string
  brand: BrandRecord
  look: LookRecord
  country: CountryRecord
  law: LawRecord
  money: MoneyRecord & OtherCurrencies
  /** The connectors that customers may pay by, in the order of the hub. */
  payments: readonly string[]
  /** What customers call some of them, by id. */
  paymentNames: Readonly<Partial<Record<string, string>>>
  /** Those that are offered. */
  languages: Listed<LanguageRecord>
  /** The tags of all, offered or not. */
  tags: readonly string[]
  /** OPR-4: what a speaker has checked, by language, package and place; of languages that have a file of reviews. */
  checkedTexts: Readonly<Partial<Record<string, ReadonlyMap<string, TextPair>>>>
  places: PlacesRecord
}

/** What pages and their scripts need of it; written into every page. */
export type PageRecord = {
  brand: Pick<BrandRecord, 'slug'>
  country: Pick<CountryRecord, 'code' | 'dialCode' | 'trunkPrefix' | 'numberGroups' | 'timeZone'>
  /** Scripts know the operator's own currencies only: the table of all others weighs too much. */
  money: Pick<MoneyRecord, 'prices' | 'currencies'> & Partial<OtherCurrencies>
  /** Scripts know that of their page only. */
  languages: Listed<LanguageMarks>
}
