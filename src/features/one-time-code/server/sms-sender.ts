import type { MobileNumber } from '#shared/mobile-number.ts'

export type Sms = {
  /** Our id, returned with the delivery report. */
  reference: string
  to: MobileNumber
  /** At most three parts (MSG-3). Callers write it in GSM-7, or in UCS-2 where a letter has no GSM-7 equivalent. */
  text: string
  validForMinutes: number
}

/**
 * `accepted`: the SMS centre has it. `refused`: it declined, and nothing was sent. `unknown`: no answer came, so it may have been sent.
 * `unavailable`: the SMS centre was unreachable, and nothing was sent.
 */
export type SmsOutcome = { kind: 'accepted' } | { kind: 'refused' } | { kind: 'unavailable' } | { kind: 'unknown' }

export type SmsSender = { send(sms: Sms): Promise<SmsOutcome> }
