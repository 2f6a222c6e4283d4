import type { OperatorAnswer } from '#shared/operator-answer.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Xof } from '#shared/money.ts'

/** What a payment buys. What it costs is the order's amount and stands nowhere else (decision 0050). */
export type Goods =
  | { kind: 'airtime'; msisdn: MobileNumber }
  /** `leadId` where the product was asked for by a request of the operator's sales system (LEAD-6). */
  | { kind: 'bundle'; msisdn: MobileNumber; productCode: string; leadId?: string }
  | { kind: 'bill'; accountNo: string; invoiceNo: string | null; msisdn: MobileNumber | null }

/** What the operator is asked to hand over. */
export type Delivery = Goods & { amount: Xof }

/** What the operator says about a delivery. */
export type DeliverySeen = OperatorAnswer<
  | { state: 'done'; operatorReference: string }
  | { state: 'pending'; operatorReference: string | null }
  | { state: 'refused'; reason: string }
  | { state: 'absent' }
>
