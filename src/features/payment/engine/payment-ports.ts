import type { ConnectorContext, ConnectorInfo, Notice, PaymentConnector } from '#payment-connectors/payment-connector.ts'
import type { NewIds } from './observe.ts'
import type { Change, MessageKind, Order, PaymentState } from './records.ts'
import type { Delivery, DeliverySeen } from '../delivery.ts'

type Decision<Result> = Change & { result: Result }

/** A notice as it arrived, kept before anything else is done with it. `isMarked`: on an address that holds our own mark. */
export type KeptNotice = {
  id: string
  connector: ConnectorInfo['id']
  notice: Notice
  isMarked: boolean
  receivedAt: Date
  hasFailed: boolean
}

/** Something to work on that can fail as a whole; what fails inside an order is noted with the order. */
export type WorkItem = { kind: 'order' | 'notice'; id: string }

export type DueOrder = { orderId: string; hasFailed: boolean }

/** A notice says that money moved for a payment of ours that we do not have. */
export class UnknownPayment extends Error {
  constructor() {
    super('says that money moved for a payment that nobody knows')
    this.name = 'UnknownPayment'
  }
}

/** A receipt that pays for one order cannot pay for another: the store refuses to write that down. */
export class ReceiptUsed extends Error {
  constructor(options?: ErrorOptions) {
    super('this receipt pays for another order already', options)
    this.name = 'ReceiptUsed'
  }
}

/**
 * Where payments are kept, as the engine needs it: orders are made and notices are kept before it hears of them. A change reads, decides by a
 * pure function, and writes what changed, its events and when the order next needs work, all at once and only if nobody changed the order
 * meanwhile; otherwise it decides again on what is there now.
 */
export type PaymentStore = {
  change<Result>(orderId: string, decide: (state: PaymentState) => Decision<Result>): Promise<Result | null>
  read(orderId: string): Promise<PaymentState | null>
  findOrder(connector: ConnectorInfo['id'], attempt: Notice['attempt']): Promise<{ orderId: string; attemptId: string } | null>
  /** Those that wait to be worked; not those that rest. */
  openNotices(limit: number): Promise<KeptNotice[]>
  closeNotice(id: string): Promise<void>
  /** Those whose time has come, longest due first; not those that rest. */
  dueOrders(limit: number): Promise<DueOrder[]>
  /** The item failed as a whole: it is left alone for a while, and rests after five times in a row. */
  noteFailure(item: WorkItem, reason: string): Promise<void>
  clearFailures(item: WorkItem): Promise<void>
}

/** Handing over, as `server/operator-delivery.ts` states it. */
export type DeliveryPort = {
  /** The operator takes a repeated reference for the same call: what it surely never heard may be sent again at once (F58). */
  isRepeatHarmless: boolean
  deliver(order: Delivery, paid: { reference: string; method: string; providerReference: string }): Promise<DeliverySeen>
  track(order: Delivery, reference: string): Promise<DeliverySeen>
}

/** How long an answer is waited for: `short` where a visitor waits too, `long` where nobody does and the provider is known to be slow. */
export type Patience = 'short' | 'long'

export type PaymentPorts = {
  store: PaymentStore
  now: () => Date
  ids: NewIds & { correlationId: () => string }
  isConnected: (id: ConnectorInfo['id']) => boolean
  /** Throws for one that is not connected any more. */
  connector: (id: ConnectorInfo['id']) => PaymentConnector
  /** `returnTo`: the address of ours to which a payer comes back; the public one when nothing is said. */
  contextFor: (attempt: { connector: ConnectorInfo['id']; ref: string }, patience: Patience, returnTo?: string | null) => ConnectorContext
  operator: DeliveryPort
  /** False when it surely was not sent and may be tried again. */
  sendMessage: (order: Order, message: MessageKind) => Promise<boolean>
  pause: (milliseconds: number) => Promise<void>
  /** Told of everything that failed, for the log and the figures; nothing depends on it. */
  onTrouble: (item: WorkItem, error: unknown) => void
}
