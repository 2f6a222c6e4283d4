import { Type } from 'typebox'
import { exponentOf } from './currency-exponent.ts'
import { MONEY } from './operator.ts'

const hasDecimals = exponentOf(MONEY.prices) !== 0

/** An amount in units of the operator's prices. Digits beyond its decimals are refused where it is read (`readMajor`). */
export function PriceAmount(options: { minimum?: number; maximum?: number; description?: string } = {}): Type.TNumber | Type.TInteger {
  const { minimum, ...others } = options
  if (!hasDecimals) return Type.Integer(options)
  return Type.Number({ ...others, ...(minimum !== undefined && { exclusiveMinimum: 0 }) })
}

export const CurrencyCode = Type.String({ pattern: '^[A-Z]{3}$' })

/** The currency of the operator's prices. */
export const PriceCurrency = Type.Literal(MONEY.prices)
