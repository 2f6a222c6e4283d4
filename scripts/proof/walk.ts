import type { PretendWorld } from './pretend-world.ts'
import type { Visitor } from './visitor.ts'

/** One way through the portal, told as a visitor would. `way` says whether Firefox has script there; docs/proof.md names every walk. */
export type Walk = {
  walk: string
  way: 'with and without script' | 'with script' | 'without script'
  steps: (visitor: Visitor, world: PretendWorld) => Promise<void>
}

/** A number that only one walk uses: the last digit tells the walk with script from the one without. */
export function lineOf({ isScripted }: Visitor, firstSeven: string): string {
  return `${firstSeven}${isScripted ? 1 : 2}`
}

export function expectSame(what: string, got: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(got), JSON.stringify(expected)]
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`)
}
