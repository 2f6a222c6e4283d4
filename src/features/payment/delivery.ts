import type { OperatorResult } from '#shared/operator-answer.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Xof } from '#shared/money.ts'

/** What a payment buys. Its cost is the order's amount and is stored nowhere else (decision 0050). */
export type Goods =
  | { kind: 'airtime'; msisdn: MobileNumber }
  /** `leadId` when the product was requested through the operator's sales system (LEAD-6). */
  | { kind: 'bundle'; msisdn: MobileNumber; productCode: string; leadId?: string }
  | { kind: 'bill'; accountNo: string; invoiceNo: string | null; msisdn: MobileNumber | null }

/** What the operator has to deliver. */
export type Delivery = Goods & { amount: Xof }

/** The operator's result for a delivery. */
export type DeliverySeen = OperatorResult<
  | { state: 'done'; operatorReference: string }
  | { state: 'pending'; operatorReference: string | null }
  | { state: 'refused'; reason: string }
  | { state: 'absent' }
>
