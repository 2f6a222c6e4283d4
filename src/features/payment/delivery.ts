import type { OperatorAnswer } from '#shared/operator-answer.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Xof } from '#shared/money.ts'

/** What a payment buys. */
export type Delivery =
  | { kind: 'airtime'; msisdn: MobileNumber; amount: Xof }
  /** `leadId` where the product was asked for by a request of the operator's sales system (LEAD-6). */
  | { kind: 'bundle'; msisdn: MobileNumber; productCode: string; amount: Xof; leadId?: string }
  | { kind: 'bill'; accountNo: string; invoiceNo: string | null; msisdn: MobileNumber | null; amount: Xof }

/** What the operator says about a delivery. */
export type DeliverySeen = OperatorAnswer<
  | { state: 'done'; operatorReference: string }
  | { state: 'pending'; operatorReference: string | null }
  | { state: 'refused'; reason: string }
  | { state: 'absent' }
>
