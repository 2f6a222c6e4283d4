import type { Money, RawRequest } from '../payment-connector.ts'
import type { CallbackRead } from './mpesa.messages.ts'

/**
 * When the answer to a push is lost, Daraja's own id is lost with it, and only the callback can tell it. A callback counts for a question only
 * when it came on exactly the address that we gave away: that address holds our mark, so no stranger can have another payment taken for ours.
 * What is heard lives in this process alone; after a restart a payment without an id waits for a person, it is never guessed.
 */
export type HeardCallbacks = {
  hear(request: Pick<RawRequest, 'path'>, read: CallbackRead): void
  of(ref: string, notifyUrl: string): { checkoutRequestId: string; amount: Money | null } | null
}

const MOST_REMEMBERED = 10_000

export function rememberCallbacks(): HeardCallbacks {
  const heard = new Map<string, CallbackRead>()
  return {
    hear({ path }, read) {
      // The first on an address is the real one, should its address ever leak.
      if (heard.has(path)) return
      const [oldest] = heard.keys()
      if (heard.size >= MOST_REMEMBERED && oldest !== undefined) heard.delete(oldest)
      heard.set(path, read)
    },
    of(ref, notifyUrl) {
      const read = heard.get(new URL(notifyUrl).pathname)
      return read?.notice.attempt.value === ref ? read : null
    },
  }
}
