import type { OperatorResult } from '#shared/operator-answer.ts'
import type { Delivery } from '../../delivery.ts'

/** Delivery is asynchronous everywhere: `pending` is a normal result, to be followed by `track`. */
export type DeliveryState =
  | { state: 'done'; operatorReference: string }
  | { state: 'pending'; operatorReference: string | null }
  | { state: 'refused'; reason: string }

/**
 * Delivers a purchase. `reference` is ours: at most 20 characters of [A-Za-z0-9-], stored before the call, one per order for ever. A
 * delivery call is sent once; without a response it is `unknown` and is tracked.
 */
export type OperatorDelivery = {
  /** F58: a repeated reference is treated as the same call, so a call that the operator surely did not receive may be repeated soon. */
  isRepeatHarmless: boolean
  deliver(order: Delivery, paid: { reference: string; method: string; providerReference: string }): Promise<OperatorResult<DeliveryState>>
  /** `absent` when the operator does not know the reference. */
  track(order: Delivery, reference: string): Promise<OperatorResult<DeliveryState | { state: 'absent' }>>
}
