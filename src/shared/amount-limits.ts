import type { Language } from './language.ts'
import { parseMoney, type Money } from './money.ts'

export type AmountProblem =
  { kind: 'missing' } | { kind: 'not-a-number' } | { kind: 'below-minimum'; limit: Money } | { kind: 'above-maximum'; limit: Money }

/** Of one currency, in which the amount is read. */
export type AmountLimits = { min: Money; max: Money }

/**
 * AMT-1: lets a page report errors while the visitor types. The server validates independently, with limits that it reads anew
 * (features/purchase/server).
 */
export function checkAmount(text: string, language: Language, limits: AmountLimits): { amount: Money } | { problem: AmountProblem } {
  if (text.trim() === '') return { problem: { kind: 'missing' } }
  const amount = parseMoney(text, language, limits.min.currency)
  if (amount === null) return { problem: { kind: 'not-a-number' } }
  if (amount.minor < limits.min.minor) return { problem: { kind: 'below-minimum', limit: limits.min } }
  if (amount.minor > limits.max.minor) return { problem: { kind: 'above-maximum', limit: limits.max } }
  return { amount }
}
