import type { Money } from './money.ts'

/** What a provider takes, by currency, in its smallest part. */
export type ProviderAmounts = Readonly<Record<string, { min?: number; max?: number; step?: number }>>

export function isWithinAmounts({ minor, currency }: Money, limits: ProviderAmounts = {}): boolean {
  const { min = 1, max = Number.MAX_SAFE_INTEGER, step = 1 } = limits[currency] ?? {}
  return minor >= min && minor <= max && minor % step === 0
}
