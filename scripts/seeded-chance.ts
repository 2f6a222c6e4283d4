/** Seeded random numbers (mulberry32) for reproducible data. */
export function seededChance(seed: number): { chance(): number; bell(): number } {
  let state = seed >>> 0
  function chance(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    chance,
    /** Around zero, mostly within one, seldom beyond two. */
    bell: () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance()),
  }
}
