import type { PaymentPorts, WorkItem } from './payment-ports.ts'
import { reasonOf } from './reason-of.ts'

const MOST_REMEMBERED = 10_000

/** Works an item; whatever fails stays with it. `hasFailed`: the store has failures of it, which are forgotten when it goes well. */
export type WorkAlone = (item: WorkItem, hasFailed: boolean, work: () => Promise<unknown>) => Promise<void>

/** I13: nothing that fails goes beyond its item. */
export function createIsolation({ store, onTrouble }: Pick<PaymentPorts, 'store' | 'onTrouble'>): WorkAlone {
  const failing = new Set<string>()

  return async function alone(item, hasFailed, work) {
    const key = `${item.kind} ${item.id}`
    try {
      await work()
      if (hasFailed || failing.delete(key)) await store.clearFailures(item)
    } catch (error) {
      onTrouble(item, error)
      if (failing.size < MOST_REMEMBERED) failing.add(key)
      // Where not even this can be written, the item simply stays due.
      await store.noteFailure(item, reasonOf(error)).catch((worse: unknown) => onTrouble(item, worse))
    }
  }
}
