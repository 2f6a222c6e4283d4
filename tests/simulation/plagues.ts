import type { WorkItem } from '#features/payment/engine/payment-ports.ts'
import type { Chance } from './chance.ts'
import { PlantedError } from './process.ts'

/**
 * A permanent fault of one order from its start: one of its steps always throws, or never returns. All other orders must proceed
 * as without it.
 */
export type Plague = 'writing' | 'messages' | 'delivery' | 'questions' | 'questions-hang' | 'notices' | null

const PLAGUES: readonly Plague[] = ['writing', 'messages', 'delivery', 'questions', 'questions-hang', 'notices']

export class Plagues {
  /** Orders with a permanent fault, by its kind. */
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

  /** Only after the first attempt: before it, there is nothing to check. */
  refuse({ kind, id }: WorkItem, orderOfNotice: (noticeId: string) => string | undefined, hasAttempts: (orderId: string) => boolean): void {
    const isRefused = kind === 'order' ? this.is(id, 'writing') && hasAttempts(id) : this.is(orderOfNotice(id), 'notices')
    if (isRefused) throw new PlantedError('plagued')
  }
}
