import { setTimeout as pause } from 'node:timers/promises'
import type { Sms, SmsSender } from './sms-sender.ts'

const FIRST_GUESS_MS = 20

/** `unconfirmed`: no answer came, so it may have been sent. `refused` and `unavailable`: certainly not sent. */
export type SmsSendResult = 'taken' | 'unconfirmed' | 'refused' | 'unavailable'

/**
 * OTP-4: sends an SMS. For a number of another operator it only waits as long as the last SMS took, then refuses. So a caller cannot
 * distinguish that from a refusal by the SMS centre.
 */
export function createUniformSmsSender(sms: SmsSender): { pass(message: Sms | null): Promise<SmsSendResult> } {
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
