import { parseXof, type Xof } from './money.ts'

export type AmountProblem =
  { kind: 'missing' } | { kind: 'not-a-number' } | { kind: 'below-minimum'; limit: Xof } | { kind: 'above-maximum'; limit: Xof }

/**
 * AMT-1: lets a page report errors while the visitor types. The server validates independently, with limits that it reads anew
 * (features/purchase/server).
 */
export function checkAmount(text: string, limits: { min: Xof; max: Xof }): { amount: Xof } | { problem: AmountProblem } {
  if (text.trim() === '') return { problem: { kind: 'missing' } }
  const amount = parseXof(text)
  if (amount === null) return { problem: { kind: 'not-a-number' } }
  if (amount < limits.min) return { problem: { kind: 'below-minimum', limit: limits.min } }
  if (amount > limits.max) return { problem: { kind: 'above-maximum', limit: limits.max } }
  return { amount }
}
