import { fromWire, toWire, type ConnectorInfo } from './payment-connector.ts'
import type { Money } from '#shared/money.ts'

type Wire = Pick<ConnectorInfo, 'wireExponent'>

/** '1500' or, where the currency has cents, '2.50': built from digits, so that no rounding can happen. */
export function toDecimalText(money: Money, info: Wire, leastDecimals = 0): string {
  const exponent = info.wireExponent[money.currency] ?? 0
  const digits = String(toWire(money, info)).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const fraction = digits.slice(digits.length - exponent).padEnd(leastDecimals, '0')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** The same without zeros at the end of decimals, which GSMA's pattern of an amount does not allow: '1000', '2.5'. */
export function toShortDecimalText(money: Money, info: Wire): string {
  const [whole = '', decimals = ''] = toDecimalText(money, info).split('.')
  const kept = decimals.replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

/** Reads '1500', '1500.00', 1500 or '2.5'; null for anything that is not exactly an amount of that currency. */
export function fromDecimal(value: unknown, currency: unknown, info: Wire): Money | null {
  const parts = /^([0-9]{1,15})(?:\.([0-9]{1,8}))?$/.exec(textOf(value))
  if (!parts || !isCurrencyCode(currency)) return null
  const exponent = info.wireExponent[currency]
  if (exponent === undefined) return null
  const [, whole = '', fraction = ''] = parts
  if (/[1-9]/.test(fraction.slice(exponent))) return null
  return fromWire(Number(whole + fraction.slice(0, exponent).padEnd(exponent, '0')), currency, info)
}

/** Reads an amount sent as a whole number of the smallest unit on the wire: 150000 or '150000'. */
export function fromWhole(value: unknown, currency: unknown, info: Wire): Money | null {
  const text = textOf(value)
  if (!/^[0-9]{1,15}$/.test(text) || !isCurrencyCode(currency)) return null
  return fromWire(Number(text), currency, info)
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim() : ''
}

function isCurrencyCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value)
}
