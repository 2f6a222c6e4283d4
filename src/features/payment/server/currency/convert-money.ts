import { exponentOf } from '#shared/currency-exponent.ts'
import { toMajor, type Money } from '#shared/money.ts'

/**
 * Converts an amount, in whole minor units, rounded up to the next one: never less than the price. `rate` is plain decimal text, units for
 * one unit; its digits are multiplied as integers, so no precision is lost. Null when the result cannot be represented.
 */
export function convertMoney(money: Money, currency: string, rate: string): Money | null {
  const [from, to] = [exponentOf(money.currency), exponentOf(currency)]
  const parts = /^([0-9]+)(?:\.([0-9]+))?$/.exec(rate)
  if (from === null || to === null || !parts) return null
  const [, whole = '', fraction = ''] = parts
  const product = BigInt(money.minor) * BigInt(whole + fraction) * 10n ** BigInt(to)
  const divisor = 10n ** BigInt(fraction.length + from)
  const minor = Number((product + divisor - 1n) / divisor)
  return minor > 0 && Number.isSafeInteger(minor) ? { minor, currency } : null
}

/** With all decimals of its currency, for lists and files: '16.40 USD', '500 XOF'. */
export function moneyText(money: Money): string {
  return `${toMajor(money).toFixed(exponentOf(money.currency) ?? 0)} ${money.currency}`
}

/** '1.64' back to 164 cents; null for text that is no amount of this currency. */
export function readUnits(text: string, currency: string): Money | null {
  const exponent = exponentOf(currency)
  const [, whole, fraction = ''] = /^([0-9]{1,12})(?:\.([0-9]{1,3}))?$/.exec(text) ?? []
  if (exponent === null || whole === undefined || fraction.length > exponent) return null
  const minor = Number(whole + fraction.padEnd(exponent, '0'))
  return minor > 0 ? { minor, currency } : null
}
