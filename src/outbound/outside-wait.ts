import { AsyncLocalStorage } from 'node:async_hooks'

/** Whoever wants to know that the work they do waits for somebody outside, and when it goes on. */
export type Waiter = { waitOutside(): void; comeBack(): void }

const current = new AsyncLocalStorage<Waiter>()

/** Whatever is begun inside is done for this one. */
export function doFor(waiter: Waiter, run: () => void): void {
  current.run(waiter, run)
}

/** F60: while this runs, whoever it is done for waits in the room of an outside system, in its line or for its answer. */
export async function whileWaitingOutside<Value>(run: () => Promise<Value>): Promise<Value> {
  const waiter = current.getStore()
  if (!waiter) return run()
  waiter.waitOutside()
  try {
    return await run()
  } finally {
    waiter.comeBack()
  }
}
