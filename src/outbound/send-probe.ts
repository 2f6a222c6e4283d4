import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'

/**
 * Detects whether a request was handed to a connection. Node's fetch fails with the same errors before and after sending (a reset, a broken
 * connection, an abort). Its diagnostics channels distinguish "nothing was sent" from "unknown".
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

// Published before the first byte is given to the connection, whether it is new or reused.
subscribe('undici:client:sendHeaders', (message) => {
  const seen = seenOf.get((message as { request: object }).request)
  if (seen) seen.isHandedOver = true
})

/**
 * The probe is trusted once it was seen to work: an answered request was handed over. If another version of Node uses its channels
 * differently, no request is ever considered unsent because of them.
 */
let standing: 'untried' | 'proven' | 'broken' = 'untried'

export type SendProbe = {
  fetch: typeof fetch
  /** A response came, so the probe must have seen the request being sent. */
  answered(): void
  isHandedOver(): boolean
  /** Certain, not likely: no connection ever got the request. */
  isSurelyUnsent(): boolean
}

/** For one request. */
export function probeSend(send: typeof fetch): SendProbe {
  const seen: Seen = { isCreated: false, isHandedOver: false }
  return {
    fetch: (input, init) => callUnderWay.run(seen, () => send(input, init)),
    answered() {
      if (!seen.isCreated) return
      if (!seen.isHandedOver) standing = 'broken'
      else if (standing === 'untried') standing = 'proven'
    },
    isHandedOver: () => seen.isHandedOver,
    // Node's own fetch creates no request for what it refuses itself: a blocked port, an invalid header.
    isSurelyUnsent: () => standing === 'proven' && !seen.isHandedOver && (seen.isCreated || send === globalThis.fetch),
  }
}
