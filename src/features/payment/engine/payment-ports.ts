import type { ConnectorContext, ConnectorInfo, Webhook, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import type { NewIds } from './observe.ts'
import type { Message } from './messages.ts'
import type { Change, Order, PaymentState } from './records.ts'
import type { Rival, SubjectSeen } from './subjects.ts'
import type { OperatorDelivery } from '../delivery.ts'

type Decision<Result> = Change & { result: Result }

/** A webhook as received, stored before any processing. `isMarked`: on an address that holds our own mark. */
export type StoredWebhook = {
  id: string
  connector: ConnectorInfo['id']
  webhook: Webhook
  hasUrlToken: boolean
  receivedAt: Date
  hasFailed: boolean
}

/** A job that can fail as a whole; failures inside an order are recorded with the order. */
export type WorkItem = { kind: 'order' | 'notice'; id: string }

export type DueOrder = { orderId: string; hasFailed: boolean }

/** A webhook reports a payment under a reference of ours that is not stored here. */
export class UnknownPayment extends Error {
  constructor() {
    super('reports a money movement for an unknown payment')
    this.name = 'UnknownPayment'
  }
}

/** A receipt that pays for one order cannot pay for another: the store rejects the write. */
export class ReceiptUsed extends Error {
  constructor(options?: ErrorOptions) {
    super('this receipt pays for another order already', options)
    this.name = 'ReceiptUsed'
  }
}

/** I18: another order delivers, or has delivered, for the same debt: the store rejects a second delivery. */
export class SubjectTaken extends Error {
  constructor(options?: ErrorOptions) {
    super('another order pays for this already', options)
    this.name = 'SubjectTaken'
  }
}

/**
 * Payment storage as the engine needs it: orders and webhooks are stored before the engine sees them. A change reads, decides by a pure
 * function, and writes the change, its events and the next due time in one transaction. When the version changed meanwhile, it decides
 * again on the current state.
 */
export type PaymentStore = {
  change<Result>(orderId: string, decide: (state: PaymentState) => Decision<Result>): Promise<Result | null>
  read(orderId: string): Promise<PaymentState | null>
  /** The other orders for an order's subject that are paid, or have an open attempt. */
  rivals(order: Order): Promise<Rival[]>
  findOrder(connector: ConnectorInfo['id'], attempt: Webhook['attempt']): Promise<{ orderId: string; attemptId: string } | null>
  /** Webhooks pending processing, without dead letters. */
  claimPendingWebhooks(limit: number): Promise<StoredWebhook[]>
  markWebhookDone(id: string): Promise<void>
  /** Due orders, longest due first, without dead letters. */
  dueOrders(limit: number): Promise<DueOrder[]>
  /** The item failed as a whole: it backs off, and after five failures in a row becomes a dead letter. */
  recordFailure(item: WorkItem, reason: string): Promise<void>
  clearFailures(item: WorkItem): Promise<void>
}

/** How long a response is awaited: `short` while a visitor waits, `long` in the background when the provider is known to be slow. */
export type TimeoutClass = 'short' | 'long'

/** `not-sent`: it was surely not sent and may be retried. `dropped`: its number reached its SMS limit (MSG-2). */
export type MessageOutcome = 'sent' | 'not-sent' | 'dropped'

export type PaymentPorts = {
  store: PaymentStore
  now: () => Date
  ids: NewIds & { correlationId: () => string }
  isConnected: (id: ConnectorInfo['id']) => boolean
  /** Throws for a connector that is not connected any more. */
  connector: (id: ConnectorInfo['id']) => PaymentConnector
  /** `returnTo`: our origin to which a payer returns; defaults to the public one. */
  contextFor: (
    attempt: { connector: ConnectorInfo['id']; ref: string },
    timeoutClass: TimeoutClass,
    returnTo?: string | null,
  ) => ConnectorContext
  operator: OperatorDelivery
  /** I18: the current state of an order's subject. Missing data is a result of its own and never throws. */
  readSubject: (order: Order) => Promise<SubjectSeen>
  sendMessage: (order: Order, message: Message) => Promise<MessageOutcome>
  pause: (milliseconds: number) => Promise<void>
  /** Receives every failure, for the log and the metrics; nothing depends on it. */
  onFailure: (item: WorkItem, error: unknown) => void
}
