import { CURRENCY_EXPONENT } from '#shared/currency-exponent.ts'
import type { Money } from '#payment-connectors/payment-connector.ts'

/**
 * Converts an amount, in whole minor units, rounded up to the next one: never less than the price. `rate` is plain decimal text, units for
 * one unit; its digits are multiplied as integers, so no precision is lost. Null when the result cannot be represented.
 */
export function convertMoney(money: Money, currency: string, rate: string): Money | null {
  const [from, to] = [CURRENCY_EXPONENT[money.currency], CURRENCY_EXPONENT[currency]]
  const parts = /^([0-9]+)(?:\.([0-9]+))?$/.exec(rate)
  if (from === undefined || to === undefined || !parts) return null
  const [, whole = '', fraction = ''] = parts
  const product = BigInt(money.minor) * BigInt(whole + fraction) * 10n ** BigInt(to)
  const divisor = 10n ** BigInt(fraction.length + from)
  const minor = Number((product + divisor - 1n) / divisor)
  return minor > 0 && Number.isSafeInteger(minor) ? { minor, currency } : null
}

/** As API callers and people write it: 1.64 for 164 cents. */
export function majorUnits({ minor, currency }: Money): number {
  return minor / 10 ** (CURRENCY_EXPONENT[currency] ?? 0)
}

/** With all decimals of its currency, for lists and files: '16.40 USD', '500 XOF'. */
export function moneyText(money: Money): string {
  return `${majorUnits(money).toFixed(CURRENCY_EXPONENT[money.currency] ?? 0)} ${money.currency}`
}

/** '1.64' back to 164 cents; null for text that is no amount of this currency. */
export function readMajorUnits(text: string, currency: string): Money | null {
  const exponent = CURRENCY_EXPONENT[currency]
  const parts = /^([0-9]{1,12})(?:\.([0-9]{1,2}))?$/.exec(text)
  if (exponent === undefined || !parts) return null
  const [, whole = '', fraction = ''] = parts
  const minor = Number(whole + fraction.padEnd(exponent, '0'))
  return fraction.length <= exponent && minor > 0 ? { minor, currency } : null
}
