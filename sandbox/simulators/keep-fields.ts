/** A record with some of its fields, for the sparse dialect. */
export type Told = Record<string, unknown>

export function keepFields(told: Told, names: readonly string[]): Told {
  return Object.fromEntries(Object.entries(told).filter(([name]) => names.includes(name)))
}

export function isTold(value: unknown): value is Told {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
