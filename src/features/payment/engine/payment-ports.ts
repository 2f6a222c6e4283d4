import type { ConnectorContext, ConnectorInfo, Notice, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import type { DeliverySeen } from './apply-work.ts'
import type { NewIds } from './observe.ts'
import type { Change, MessageKind, Order, PaymentState } from './records.ts'
import type { Delivery } from '../delivery.ts'

type Decision<Result> = Change & { result: Result }

/** A notice as it arrived, kept before anything else is done with it. */
export type KeptNotice = { id: string; connector: ConnectorInfo['id']; notice: Notice; receivedAt: Date }

/**
 * Where payments are kept. A change reads, decides by a pure function, and writes what changed, its events and when the order next needs
 * work, all at once and only if nobody changed the order meanwhile; otherwise it decides again on what is there now.
 */
export type PaymentStore = {
  /** One order per client key: the second call answers the first one's id. */
  createOrder(order: Order, intent: { clientKey: string; requestHash: string }): Promise<{ orderId: string; isSameRequest: boolean }>
  change<Result>(orderId: string, decide: (state: PaymentState) => Decision<Result>): Promise<Result | null>
  read(orderId: string): Promise<PaymentState | null>
  findOrder(connector: ConnectorInfo['id'], attempt: Notice['attempt']): Promise<{ orderId: string; attemptId: string } | null>
  /** Null when the very same notice is kept already. */
  keepNotice(connector: ConnectorInfo['id'], notice: Notice): Promise<KeptNotice | null>
  openNotices(limit: number): Promise<KeptNotice[]>
  closeNotice(id: string): Promise<void>
  dueOrders(now: Date, limit: number): Promise<string[]>
}

/** Handing over, as `server/operator-delivery.ts` states it. */
export type DeliveryPort = {
  deliver(order: Delivery, paid: { reference: string; method: string; providerReference: string }): Promise<DeliverySeen>
  track(order: Delivery, reference: string): Promise<DeliverySeen>
}

/** How long an answer is waited for: `short` where a visitor waits too, `long` where nobody does and the provider is known to be slow. */
export type Patience = 'short' | 'long'

export type PaymentPorts = {
  store: PaymentStore
  now: () => Date
  ids: NewIds & { correlationId: () => string }
  connector: (id: ConnectorInfo['id']) => PaymentConnector
  contextFor: (attempt: { connector: ConnectorInfo['id']; ref: string }, patience: Patience) => ConnectorContext
  operator: DeliveryPort
  /** False when it surely was not sent and may be tried again. */
  sendMessage: (order: Order, message: MessageKind) => Promise<boolean>
}
