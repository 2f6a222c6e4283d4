import { formatNumber } from './format-number.ts'
import { marksOf, type Language } from './language.ts'
import type { CurrencyRecord, MoneyRecord } from './operator-record.ts'
import { MONEY } from './operator.ts'

/** An integer in the ISO 4217 minor unit of its currency. XOF has exponent 0: 1 500 F is `{ minor: 1500, currency: 'XOF' }`. */
export type Money = { minor: number; currency: string }

/** Fifteen digits: up to here every amount in units is one exact decimal number. */
const MAX_MINOR = 1e15 - 1

/** The highest amount that can be typed or priced, in units. */
export const MAX_UNITS = 1_000_000_000

/** Throws for what is no amount: a fraction of a minor unit, a negative or an inexact number. */
export function money(minor: number, currency: string): Money {
  if (Number.isSafeInteger(minor) && minor >= 0 && minor <= MAX_MINOR) return { minor, currency }
  throw new RangeError(`${minor} ${currency}`)
}

/** Negative when the first is less. Amounts of two currencies are neither more nor less. */
export function compareMoney(one: Money, other: Money): number {
  return one.minor - sameCurrency(one, other).minor
}

export function addMoney(one: Money, other: Money): Money {
  return money(one.minor + sameCurrency(one, other).minor, one.currency)
}

export function subtractMoney(one: Money, other: Money): Money {
  return money(one.minor - sameCurrency(one, other).minor, one.currency)
}

function sameCurrency({ currency }: Money, other: Money): Money {
  if (currency !== other.currency) throw new RangeError(`${other.currency} is not ${currency}`)
  return other
}

/**
 * In units, as calls and stored JSON contain it: 1.64 for 164 cents. Of a currency that is not in the table, the minor units: no table says
 * what a unit is, and `formatMoney` says so.
 */
export function toMajor({ minor, currency }: Money): number {
  return minor / scaleOf(currency)
}

/** The reverse, for amounts of our own: throws where they have more decimals than their currency. By default of the operator's prices. */
export function fromMajor(units: number, currency: string = MONEY.prices): Money {
  const amount = nearest(units, currency)
  if (toMajor(amount) !== units) throw new RangeError(`${units} ${currency}`)
  return amount
}

/** For amounts from outside: null for what is no amount of this currency, or beyond the highest price. */
export function readMajor(units: number, currency: string = MONEY.prices): Money | null {
  if (exponentOf(currency) === null || !(units >= 0 && units <= MAX_UNITS)) return null
  const minor = Math.round(units * scaleOf(currency))
  return toMajor({ minor, currency }) === units ? { minor, currency } : null
}

/** Where an amount is computed from others, as the price of a day. */
export function nearest(units: number, currency: string = MONEY.prices): Money {
  return money(Math.round(units * scaleOf(currency)), currency)
}

/** The highest amount that is not above: a balance may hold a fraction that cannot be spent. */
export function spendable(units: number, currency?: string): Money {
  const close = nearest(units, currency)
  return toMajor(close) <= units ? close : money(close.minor - 1, close.currency)
}

/** Null for a currency that is not known here. */
function exponentOf(currency: string): number | null {
  return ownWords(currency)?.exponent ?? MONEY.exponentOf?.(currency) ?? null
}

/** Minor units in a unit. */
export function scaleOf(currency: string): number {
  return 10 ** (exponentOf(currency) ?? 0)
}

/**
 * Reads typed input: ASCII digits, with the spaces or commas people write between thousands, and decimals behind the mark of the language.
 * Null where two people could read two amounts: '1,000' is a thousand in English, and in French only where there are no decimals.
 */
export function parseMoney(text: string, language: Language, currency: string = MONEY.prices): Money | null {
  const exponent = exponentOf(currency) ?? -1
  const { decimal } = marksOf(language)
  const tight = text.replace(/\s/g, '')
  const hasGroups = (decimal === '.' || exponent === 0) && /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(tight)
  const [, whole, mark, decimals = ''] = /^(\d{1,10})(?:([.,])(\d+))?$/.exec(hasGroups ? tight.replaceAll(',', '') : tight) ?? []
  // A French point before exactly three digits may also stand between thousands.
  const isForeignMark = mark !== decimal && (mark === ',' || decimals.length === 3)
  if (!whole || isForeignMark || decimals.length > exponent) return null
  const minor = Number(whole + decimals.padEnd(exponent, '0'))
  return minor <= MAX_UNITS * 10 ** exponent ? { minor, currency } : null
}

/** '1 000' in French, '1,000' in English; '12,50' where there are cents, with all of them or none. */
export function formatFigure(amount: Money, language: Language): string {
  return figure(amount, language, 0)
}

/** The operator's currency as people say it: 'F CFA', 'XOF'. */
export function currencyName(language: Language, currency: string = MONEY.prices): string {
  return (ownWords(currency)?.full[language] ?? currency).replace('#', '').trim()
}

/** With its currency, where a computed amount may have more decimals than money: '12 450,50 F CFA'. */
export function formatExact(units: number, language: Language, currency: string = MONEY.prices): string {
  const shown = formatNumber(units, language, { least: 2, most: 2 + (exponentOf(currency) ?? 0) })
  return inWords(wordsFor(currency, language, ownWords(currency)?.full), shown)
}

/** As on buttons, in the words of the operator's record: '1 000 F'. */
export function formatShort(amount: Money, language: Language, record?: Words): string {
  return withCurrency(amount, language, ownWords(amount.currency, record)?.short)
}

/** With its currency: '1 000 F CFA' in French, 'XOF 1,000' in English. */
export function formatMoney(amount: Money, language: Language, record?: Words): string {
  return withCurrency(amount, language, ownWords(amount.currency, record)?.full)
}

type Words = Pick<MoneyRecord, 'currencies'>
type Pattern = Readonly<Record<Language, string>>

function ownWords(currency: string, { currencies }: Words = MONEY): CurrencyRecord | undefined {
  return currencies.find(({ code }) => code === currency)
}

/** A currency that is not the operator's is shown with all decimals. */
function withCurrency(amount: Money, language: Language, own: Pattern | undefined): string {
  const least = own ? 0 : (exponentOf(amount.currency) ?? 0)
  return inWords(wordsFor(amount.currency, language, own), figure(amount, language, least))
}

function wordsFor(currency: string, language: Language, own: Pattern | undefined): string {
  return own?.[language] ?? MONEY.wordsOf?.(currency, language) ?? '# ?'
}

/** No-break spaces keep it on one line. */
function inWords(words: string, shown: string): string {
  return words.replaceAll(' ', '\u00a0').replace('#', shown)
}

function figure(amount: Money, language: Language, least: number): string {
  const exponent = exponentOf(amount.currency) ?? 0
  const isWhole = amount.minor % 10 ** exponent === 0
  return formatNumber(toMajor(amount), language, { least: isWhole ? least : exponent, most: exponent })
}
