import { readMajor, type Money } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'

/** AMT-1, I9: what a caller names, in units of the operator's prices, within the limits of the configuration. */
export function amountWithin(units: number, { min, max }: { min: number; max: number }): Money {
  const amount = readMajor(units)
  if (!amount || units < min || units > max) throw new Problem('amount-out-of-limits')
  return amount
}
