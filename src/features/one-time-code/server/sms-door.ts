import { setTimeout as pause } from 'node:timers/promises'
import type { Sms, SmsSender } from './sms-sender.ts'

const FIRST_GUESS_MS = 20

/** `unconfirmed`: no answer came, it may have left. `refused` and `unavailable`: surely not. */
export type SmsPassage = 'taken' | 'unconfirmed' | 'refused' | 'unavailable'

/**
 * OTP-4: lets an SMS out. For a number that is not ours it does as if, and answers after as long a time as the SMS centre last took, so that
 * nobody can tell it from a number that the centre refuses.
 */
export function openSmsDoor(sms: SmsSender): { pass(message: Sms | null): Promise<SmsPassage> } {
  let lastTookMs = FIRST_GUESS_MS

  return {
    async pass(message) {
      if (!message) {
        await pause(lastTookMs)
        return 'refused'
      }
      const started = performance.now()
      const { kind } = await sms.send(message)
      if (kind === 'unknown') return 'unconfirmed'
      if (kind === 'unavailable') return 'unavailable'
      lastTookMs = performance.now() - started
      return kind === 'accepted' ? 'taken' : 'refused'
    },
  }
}
