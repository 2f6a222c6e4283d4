import { ProviderUnavailable } from '#payment-connectors/payment-connector.ts'
import type { Chance } from './chance.ts'

/** The refusal of a start. `isWhole`: answered in full. Null without an answer, or for a known reference. */
export type RefusedStart = { at: number; isWhole: boolean; mayRing: boolean }

type Refusal = { status: number | null; mayExist: boolean }

/** In full: 500 and 502 may come after the payment was made, 429 never does. `null`: "duplicate reference", after a copy of the call. */
const REFUSALS: readonly Refusal[] = [
  { status: 500, mayExist: true },
  { status: 502, mayExist: true },
  { status: 429, mayExist: false },
  { status: 429, mayExist: false },
  { status: null, mayExist: true },
]

/** I20: a provider's answers to starts while faults are injected, and its record of them. */
export class RefusedStarts {
  readonly byRef = new Map<string, RefusedStart>()
  private readonly chance: Chance

  constructor(chance: Chance) {
    this.chance = chance
  }

  /** Throws as a connector does; `begin` creates the payment nevertheless. */
  maybe(likely: number, ref: string, now: number, begin: () => void): void {
    if (!this.chance.happens(likely)) return
    const { status, mayExist } = this.chance.pick(REFUSALS)
    const doesExist = mayExist && (status === null || this.chance.happens(0.5))
    if (doesExist) begin()
    this.byRef.set(ref, { at: now, isWhole: status !== null, mayRing: mayExist })
    const retryAfter = status === 429 && this.chance.happens(0.5) ? '30' : null
    throw new ProviderUnavailable('refused', true, { status, answered: status === null ? null : { status, code: null, retryAfter } })
  }
}
