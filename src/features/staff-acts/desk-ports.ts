import type { AuditEntry } from '#features/audit/audit-entry.ts'
import type { Change, PaymentState } from '#features/payment/engine/records.ts'
import type { StaffRefusal } from '#features/payment/engine/staff-refunds.ts'
import type { Money } from '#shared/money.ts'
import type { StaffAct } from './acts.ts'
import type { TextRefusal } from './act-texts.ts'
import type { PaymentActRequest } from './payment-acts.ts'
import type { Staff } from './roles.ts'

export type DeskRefusal =
  | StaffRefusal
  | TextRefusal
  | 'role'
  | 'own-proposal'
  | 'needs-two'
  | 'not-found'
  /** Another person, or the payment itself, was faster. */
  | 'changed'
  | 'expired'
  /** The proposal was approved, rejected or withdrawn before. */
  | 'decided'
  | 'proposal-open'
  | 'too-soon'
  | 'three-a-day'
  | 'amount-differs'
  /** The number that the approver typed is not that of the proposal. */
  | 'number-differs'
  | 'not-a-number'
  | 'unknown-person'
  | 'key-used'

export type DeskResult = { kind: 'done' } | { kind: 'proposed'; proposal: number } | { kind: 'refused'; why: DeskRefusal }

/** Who acts, and through what: `command` is a shell, whose users are named and not signed in. */
export type Actor = Staff & { via: 'console' | 'command' }

export type ProposalState = 'open' | 'approved' | 'rejected' | 'expired'

/** What one person proposed; it never changes, except once: when it is decided. */
export type Proposal = {
  id: number
  act: StaffAct
  orderId: string
  reference: string
  request: PaymentActRequest
  /** CON-5: the payment as the proposer saw it. */
  mark: string
  /** The approver of a refund types it. */
  amount: Money | null
  proposedBy: { id: string; name: string }
  proposedAt: Date
  expiresAt: Date
  state: ProposalState
}

export type NewProposal = Omit<Proposal, 'id' | 'state'>

/** One transaction: all of it is stored, or nothing. */
export type DeskTransaction = {
  /**
   * Claims the key of an act. Returns the result of the act that was done under this key before; `other` when a different act, or another
   * person, used it; null when it is new. Of two calls at once, one waits for the other.
   */
  claimKey(
    key: string,
    claim: { actorId: string; hash: string; act: StaffAct; orderId: string | null; isEmergency: boolean; now: Date },
  ): Promise<DeskResult | 'other' | null>
  saveResult(key: string, result: DeskResult): Promise<void>
  findOrder(reference: string): Promise<string | null>
  read(orderId: string): Promise<PaymentState | null>
  /** `decide` may throw: then nothing of the transaction is stored. */
  change(orderId: string, decide: (state: PaymentState) => Change): Promise<void>
  /** Acts done on a payment since then, this one included. */
  countActs(orderId: string, act: StaffAct, since: Date): Promise<number>
  /** Null when a proposal about this payment is open. */
  addProposal(proposal: NewProposal): Promise<number | null>
  /** Locked until the end of the transaction. */
  readProposal(id: number): Promise<Proposal | null>
  /** Open proposals of a payment whose time is over. */
  staleProposals(orderId: string, now: Date): Promise<Proposal[]>
  decideProposal(
    id: number,
    decision: { state: Exclude<ProposalState, 'open'>; by: Actor | null; note: string | null; at: Date },
  ): Promise<void>
  /** The last write of a transaction. */
  appendAudit(entry: AuditEntry): Promise<void>
}

export type DeskStore = { transact<Result>(work: (tx: DeskTransaction) => Promise<Result>): Promise<Result> }
