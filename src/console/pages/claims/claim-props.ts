import type { AnswerFrame, AnswerTemplate } from '#features/find-payment/claim-answer.ts'
import type { Staff } from '#shared/staff-role.ts'
import type { ClaimCounts, ClaimList, ClaimPage, ShownClaim } from '../../queries/claim-list.ts'
import type { PaymentDetails } from '../../queries/payment-details.ts'
import type { ListedPayment } from '../../queries/payment-list.ts'

/** A template with the values of its claim. */
export type FilledTemplate = { name: AnswerTemplate; text: string }

export type ClaimProps = {
  claim: ShownClaim
  list: ClaimList
  page: ClaimPage
  counts: ClaimCounts
  row: ListedPayment
  details: PaymentDetails
  /** CON-5: the payment as this page shows it. */
  mark: string
  frame: AnswerFrame
  templates: readonly FilledTemplate[]
  /** Of the template that was chosen. */
  text: string
  /** Who else is signed in and answers claims. */
  others: readonly Staff[]
  fullUntil: Date | null
  rightNumber: string | null
  now: Date
}
