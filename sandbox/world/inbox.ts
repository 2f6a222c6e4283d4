import { randomUUID } from 'node:crypto'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Store } from './journal-store.ts'

export type ReceivedSms = { id: string; at: string; to: string; from: string; text: string; parts?: number }

export type Inbox = {
  /** `parts`: the number of SMS of a message; one by default. */
  receive(sms: { to: string; from: string; text: string; parts?: number }): void
  /** Newest first. */
  of(msisdn: string): ReceivedSms[]
}

const KEPT_PER_NUMBER = 100

type Options = { store: Store; clock: Clock; changes: Changes }

export function createInbox({ store, clock, changes }: Options): Inbox {
  const messages = store.collection<ReceivedSms>('sms', { groupBy: (sms) => sms.to })

  return {
    receive(sms) {
      const id = randomUUID()
      messages.put(id, { id, at: clock.iso(), ...sms })
      const all = messages.group(sms.to)
      for (const old of all.slice(0, Math.max(0, all.length - KEPT_PER_NUMBER))) messages.remove(old.id)
      changes.announce(sms.to)
    },
    of: (msisdn) => messages.group(msisdn).toReversed(),
  }
}
