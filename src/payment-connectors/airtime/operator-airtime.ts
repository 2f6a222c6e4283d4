import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Xof } from '#shared/money.ts'
import type { OperatorAnswer } from '#shared/operator-answer.ts'

/** Paying with the balance of a line: reserve, deliver, capture; or release. Each call carries our reference and is sent once. */
export type OperatorAirtime = {
  reserve(msisdn: MobileNumber, amount: Xof, reference: string): Promise<OperatorAnswer<{ reservationId: string }>>
  /** Takes the reserved amount for good. */
  capture(
    reservationId: string,
    msisdn: MobileNumber,
    amount: Xof,
    reference: string,
  ): Promise<OperatorAnswer<{ operatorReference: string }>>
  release(reservationId: string, reference: string): Promise<OperatorAnswer<null>>
  /** Gives a captured amount back, when delivery was refused after all. */
  giveBack(msisdn: MobileNumber, amount: Xof, reference: string): Promise<OperatorAnswer<{ operatorReference: string }>>
  /** What became of a call whose answer did not come. */
  track(
    msisdn: MobileNumber,
    reference: string,
  ): Promise<OperatorAnswer<{ state: 'reserved' | 'captured' | 'given-back' | 'released' | 'absent'; reservationId: string | null }>>
}
