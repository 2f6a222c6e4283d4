import { AsyncLocalStorage } from 'node:async_hooks'

/** Observes when the current work starts to wait for an upstream, and when it continues. */
export type UpstreamWaitObserver = { waitOutside(): void; comeBack(): void }

const current = new AsyncLocalStorage<UpstreamWaitObserver>()

/** Upstream waits inside are reported to this observer. */
export function observeUpstreamWait(waiter: UpstreamWaitObserver, run: () => void): void {
  current.run(waiter, run)
}

/** F60: while this runs, the current request waits in an upstream's bulkhead, in its queue or for its response. */
export async function countAsUpstreamWait<Value>(run: () => Promise<Value>): Promise<Value> {
  const waiter = current.getStore()
  if (!waiter) return run()
  waiter.waitOutside()
  try {
    return await run()
  } finally {
    waiter.comeBack()
  }
}
