import type { SandboxView } from './sandbox-view.ts'
import type { Visitor } from './visitor.ts'

/** One user flow. `way`: whether Firefox runs script; scripts/print-proof.ts lists every walk. */
export type Walk = {
  walk: string
  way: 'with and without script' | 'with script' | 'without script'
  steps: (visitor: Visitor, world: SandboxView) => Promise<void>
}

/** A number of one walk only: the last digit distinguishes with and without script. */
export function lineOf({ isScripted }: Visitor, firstSeven: string): string {
  return `${firstSeven}${isScripted ? 1 : 2}`
}

export function expectSame(what: string, got: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(got), JSON.stringify(expected)]
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`)
}
