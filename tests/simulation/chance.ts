/** Seeded randomness: the same seed makes the same world. */
export type Chance = {
  /** From 0 up to, but not including, 1. */
  next(): number
  between(low: number, high: number): number
  happens(probability: number): boolean
  pick<Value>(values: readonly Value[]): Value
}

/** mulberry32: small, quick and good enough to shuffle a world. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const chance: Chance = {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    happens: (probability) => next() < probability,
    pick(values) {
      const value = values[Math.floor(next() * values.length)]
      if (value === undefined) throw new Error('nothing to pick from')
      return value
    },
  }
  return chance
}
