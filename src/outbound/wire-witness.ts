import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'

/**
 * Sees whether a request was handed to a connection. Node's fetch fails with the same words before and after sending (a reset, a broken
 * connection, an abort); what it tells its diagnostics channels is the difference between "nothing was sent" and "we do not know".
 */

type Seen = { isCreated: boolean; isHandedOver: boolean }

const callUnderWay = new AsyncLocalStorage<Seen>()
const seenOf = new WeakMap<object, Seen>()

subscribe('undici:request:create', (message) => {
  const seen = callUnderWay.getStore()
  if (!seen) return
  seen.isCreated = true
  seenOf.set((message as { request: object }).request, seen)
})

// Told before the first byte is given to the connection, whether it is new or was used before.
subscribe('undici:client:sendHeaders', (message) => {
  const seen = seenOf.get((message as { request: object }).request)
  if (seen) seen.isHandedOver = true
})

/**
 * A witness is believed once it was seen to tell the truth: an answered request was handed over. Should another version of Node tell its
 * channels otherwise, no request is ever taken for unsent on its word.
 */
let standing: 'untried' | 'proven' | 'broken' = 'untried'

export type Witnessed = {
  fetch: typeof fetch
  /** An answer came, so the request must have been seen to leave. */
  answered(): void
  isHandedOver(): boolean
  /** Certain, not likely: no connection ever got the request. */
  isSurelyUnsent(): boolean
}

/** For one request. */
export function witnessed(send: typeof fetch): Witnessed {
  const seen: Seen = { isCreated: false, isHandedOver: false }
  return {
    fetch: (input, init) => callUnderWay.run(seen, () => send(input, init)),
    answered() {
      if (!seen.isCreated) return
      if (!seen.isHandedOver) standing = 'broken'
      else if (standing === 'untried') standing = 'proven'
    },
    isHandedOver: () => seen.isHandedOver,
    // Node's own fetch makes no request of what it refuses by itself: a port it does not call, a header that is none.
    isSurelyUnsent: () => standing === 'proven' && !seen.isHandedOver && (seen.isCreated || send === globalThis.fetch),
  }
}
