import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Money } from '#shared/money.ts'
import type { OperatorResult } from '#shared/operator-answer.ts'

/** Paying with the balance of a line: reserve, deliver, capture; or release. Each call carries our reference and is sent once. */
export type OperatorAirtime = {
  reserve(msisdn: MobileNumber, amount: Money, reference: string): Promise<OperatorResult<{ reservationId: string }>>
  /** Captures the reserved amount. */
  capture(
    reservationId: string,
    msisdn: MobileNumber,
    amount: Money,
    reference: string,
  ): Promise<OperatorResult<{ operatorReference: string }>>
  release(reservationId: string, reference: string): Promise<OperatorResult<null>>
  /** Gives a captured amount back, when delivery was refused after all. */
  giveBack(msisdn: MobileNumber, amount: Money, reference: string): Promise<OperatorResult<{ operatorReference: string }>>
  /** The outcome of a call without a response. `amount`: what was taken or given back under this reference, as the operator names it. */
  track(
    msisdn: MobileNumber,
    reference: string,
  ): Promise<
    OperatorResult<{
      state: 'reserved' | 'captured' | 'given-back' | 'released' | 'absent'
      reservationId: string | null
      amount?: Money | null
    }>
  >
}
