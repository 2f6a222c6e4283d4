import { nextWorkAt } from './plan-work.ts'
import type { Change, PaymentState } from './records.ts'

/** An order as it was read or written last; its version counts the changes and stands for all of it. */
export type KeptOrder = { state: PaymentState; version: number }

export type OrderKeeper = {
  read(orderId: string): Promise<KeptOrder | null>
  /** All at once, with when the order next needs work; false, and nothing written, when the order is no longer of that version. */
  write(before: KeptOrder, change: Change, times: { now: Date; next: Date | null }): Promise<boolean>
}

/** Each lost round is one that somebody else won. */
const MOST_ROUNDS = 100
const MOST_REMEMBERED = 500

/**
 * Reads, decides by a pure function, and writes what changed, if nobody was quicker; otherwise decides again. What this process wrote
 * last is taken for what is there: if it is not, the write fails and tells. That there is nothing to do is believed only after a look.
 */
export function createOrderChanger({ read, write }: OrderKeeper, now: () => Date) {
  const remembered = new Map<string, KeptOrder>()

  function remember(orderId: string, kept: KeptOrder): void {
    remembered.set(orderId, kept)
    const oldest = remembered.keys().next()
    if (remembered.size > MOST_REMEMBERED && !oldest.done) remembered.delete(oldest.value)
  }

  return async function changeOrder<Result>(
    orderId: string,
    decide: (state: PaymentState) => Change & { result: Result },
  ): Promise<{ result: Result; next: Date | null } | null> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const memory = remembered.get(orderId)
      remembered.delete(orderId)
      const kept = memory ?? (await read(orderId))
      if (!kept) return null
      const { result, ...change } = decide(kept.state)
      const at = now()
      const next = nextWorkAt(change.state, at)
      const isNothing = change.state === kept.state && change.events.length === 0
      if (isNothing && !memory) return { result, next }
      if (!isNothing && (await write(kept, change, { now: at, next }))) {
        remember(orderId, { state: change.state, version: kept.version + 1 })
        return { result, next }
      }
    }
    throw new Error('an order changes faster than it can be written')
  }
}
