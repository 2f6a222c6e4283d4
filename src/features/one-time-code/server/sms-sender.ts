import type { MobileNumber } from '#shared/mobile-number.ts'

export type Sms = {
  /** Ours: comes back with the delivery report. */
  reference: string
  to: MobileNumber
  /** Only characters of the GSM-7 set, in one part. */
  text: string
  validForMinutes: number
}

/**
 * `accepted`: the SMS centre has it. `refused`: it said no and nothing was sent. `unknown`: no answer came, it may have been sent.
 * `unavailable`: the SMS centre could not be reached and nothing was sent.
 */
export type SmsOutcome = { kind: 'accepted' } | { kind: 'refused' } | { kind: 'unavailable' } | { kind: 'unknown' }

export type SmsSender = { send(sms: Sms): Promise<SmsOutcome> }
