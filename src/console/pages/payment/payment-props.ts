import type { SentMessage } from '#features/payment/server/delivery/sent-messages.ts'
import type { Proposal } from '#features/staff-acts/desk-ports.ts'
import type { PaymentOffers } from '#features/staff-acts/offers.ts'
import type { Assignee, StaffNote, VisitorPage } from '../../console-deps.ts'
import type { PaymentDetails } from '../../queries/payment-details.ts'
import type { ListedPayment } from '../../queries/payment-list.ts'

export type PaymentProps = {
  row: ListedPayment
  details: PaymentDetails
  offers: PaymentOffers
  /** What an act on this page depends on (CON-5). */
  mark: string
  proposal: Proposal | null
  notes: readonly StaffNote[]
  assignee: Assignee | null
  people: readonly Assignee[]
  messages: readonly SentMessage[]
  visitor: VisitorPage | null
  /** CON-10: full numbers are shown until then; null: masked. */
  fullUntil: Date | null
  nextReview: string | null
  webhookDays: number
  now: Date
}
