import type { OperatorAnswer } from '#shared/operator-answer.ts'
import type { Delivery } from '../delivery.ts'

/** Delivery is asynchronous everywhere: `pending` is a normal answer, to be followed by `track`. */
export type DeliveryState =
  | { state: 'done'; operatorReference: string }
  | { state: 'pending'; operatorReference: string | null }
  | { state: 'refused'; reason: string }

/**
 * Handing over what was paid for. `reference` is ours: at most 20 characters of [A-Za-z0-9-], stored before the call, one per
 * order for ever. A delivery call is sent once; an answer that did not come is `unknown` and is tracked.
 */
export type OperatorDelivery = {
  /** F58: a repeated reference is taken for the same call: what the operator surely never heard may be sent again soon. */
  isRepeatHarmless: boolean
  deliver(order: Delivery, paid: { reference: string; method: string; providerReference: string }): Promise<OperatorAnswer<DeliveryState>>
  /** `absent` when the operator knows nothing of the reference. */
  track(order: Delivery, reference: string): Promise<OperatorAnswer<DeliveryState | { state: 'absent' }>>
}
