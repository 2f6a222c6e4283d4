import type { OperatorResult } from '#shared/operator-answer.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Money } from '#shared/money.ts'

/** What a payment buys. Its cost is the order's amount and is stored nowhere else (decision 0050). */
export type Goods =
  | { kind: 'airtime'; msisdn: MobileNumber }
  /** `leadId` when the product was requested through the operator's sales system (LEAD-6). */
  | { kind: 'bundle'; msisdn: MobileNumber; productCode: string; leadId?: string }
  | { kind: 'bill'; accountNo: string; invoiceNo: string | null; msisdn: MobileNumber | null }

/** What the operator has to deliver. */
export type Delivery = Goods & { amount: Money }

/** Delivery is asynchronous everywhere: `pending` is a normal result, to be followed by `track`. */
export type DeliveryState =
  | { state: 'done'; operatorReference: string }
  | { state: 'pending'; operatorReference: string | null }
  | { state: 'refused'; reason: string }

/** The operator's result for a delivery, or for a query about it. `absent` when the operator does not know the reference. */
export type DeliverySeen = OperatorResult<DeliveryState | { state: 'absent' }>

/**
 * Delivers a purchase. `reference` is ours: at most 20 characters of [A-Za-z0-9-], stored before the call, one per order for ever. A
 * delivery call is sent once; without a response it is `unknown` and is tracked.
 */
export type OperatorDelivery = {
  /** F58: a repeated reference is treated as the same call, so a call that the operator surely did not receive may be repeated soon. */
  isRepeatHarmless: boolean
  deliver(order: Delivery, paid: { reference: string; method: string; providerReference: string }): Promise<OperatorResult<DeliveryState>>
  track(order: Delivery, reference: string): Promise<DeliverySeen>
}
