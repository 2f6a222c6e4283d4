import { LRUCache } from 'lru-cache'
import { messageDue } from './messages.ts'
import { nextWorkAt } from './plan-work.ts'
import type { Change, PaymentState } from './records.ts'

/** An order as last read or written; its version counts the changes and covers all of it. */
export type VersionedOrder = { state: PaymentState; version: number }

export type OrderRepository = {
  read(orderId: string): Promise<VersionedOrder | null>
  /**
   * Writes everything in one transaction, with the time of the order's next work. False, and nothing written, when the version is stale.
   */
  write(before: VersionedOrder, change: Change, times: { now: Date; next: Date | null }): Promise<boolean>
}

/** In each lost round another writer succeeded. */
const MAX_ROUNDS = 100
/** Counted as a size, because `max` would allocate memory for all entries at once. */
const REMEMBERED = { maxSize: 500, sizeCalculation: () => 1 }

/**
 * Reads, decides by a pure function, and writes the change if the version still matches; otherwise decides again. The last state written by
 * this process is assumed to be current: if it is not, the write fails. 'Nothing to do' is accepted only after a read.
 */
export function createOrderChanger({ read, write }: OrderRepository, now: () => Date) {
  const remembered = new LRUCache<string, VersionedOrder>(REMEMBERED)

  return async function changeOrder<Result>(
    orderId: string,
    decide: (state: PaymentState) => Change & { result: Result },
  ): Promise<{ result: Result; next: Date | null } | null> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const memory = remembered.get(orderId)
      remembered.delete(orderId)
      const kept = memory ?? (await read(orderId))
      if (!kept) return null
      const { result, ...decided } = decide(kept.state)
      const at = now()
      const change = { ...decided, state: withFreshMessage(kept.state, decided.state, at) }
      const next = nextWorkAt(change.state, at)
      const isNothing = change.state === kept.state && change.events.length === 0
      if (isNothing && !memory) return { result, next }
      if (!isNothing && (await write(kept, change, { now: at, next }))) {
        remembered.set(orderId, { state: change.state, version: kept.version + 1 })
        return { result, next }
      }
    }
    throw new Error('an order changes faster than it can be written')
  }
}

/** An SMS that this change made due does not have the time of an earlier one. */
function withFreshMessage(before: PaymentState, after: PaymentState, now: Date): PaymentState {
  const { nextMessageAt } = after.order
  if (nextMessageAt === null || nextMessageAt >= now || messageDue(after) === null || messageDue(before) !== null) return after
  return { ...after, order: { ...after.order, nextMessageAt: null } }
}
