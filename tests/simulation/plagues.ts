import type { WorkItem } from '#features/payment/engine/payment-ports.ts'
import type { Chance } from './chance.ts'
import { PlantedError } from './process.ts'

/**
 * What is wrong with one order for good, from its first day on: a step of it always throws, or never comes back. Everything else must go on
 * as if it were not there.
 */
export type Plague = 'writing' | 'messages' | 'delivery' | 'questions' | 'questions-hang' | 'notices' | null

const PLAGUES: readonly Plague[] = ['writing', 'messages', 'delivery', 'questions', 'questions-hang', 'notices']

export class Plagues {
  /** Orders with a plague, by what is wrong with them. */
  readonly struck = new Map<string, Plague>()
  private readonly chance: Chance

  constructor(chance: Chance) {
    this.chance = chance
  }

  mayStrike(orderId: string): void {
    if (this.chance.happens(0.12)) this.struck.set(orderId, this.chance.pick(PLAGUES))
  }

  is(orderId: string | undefined, plague: Plague): boolean {
    return orderId !== undefined && this.struck.get(orderId) === plague
  }

  /** Only once somebody began to pay: before, there would be nothing to look at. */
  refuse({ kind, id }: WorkItem, orderOfNotice: (noticeId: string) => string | undefined, hasAttempts: (orderId: string) => boolean): void {
    const isRefused = kind === 'order' ? this.is(id, 'writing') && hasAttempts(id) : this.is(orderOfNotice(id), 'notices')
    if (isRefused) throw new PlantedError('plagued')
  }
}
