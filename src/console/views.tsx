import type { ComponentProps, ReactNode } from 'react'
import { AnnouncementsView } from './pages/announcements/announcements-view.tsx'
import { AuditLogView } from './pages/audit-log/audit-log-view.tsx'
import { ApprovalsView } from './pages/approvals/approvals-view.tsx'
import { CustomerDataView } from './pages/customer-data/customer-data-view.tsx'
import { DataProposalView } from './pages/data-proposal/data-proposal-view.tsx'
import { ClaimView } from './pages/claims/claim-view.tsx'
import { ClaimsView } from './pages/claims/claims-view.tsx'
import { NumberView } from './pages/payment/number-view.tsx'
import { PaymentActView } from './pages/payment/payment-act-view.tsx'
import { PaymentView } from './pages/payment/payment-view.tsx'
import { FullExportView } from './pages/payments/full-export-view.tsx'
import { PaymentsView } from './pages/payments/payments-view.tsx'
import { OverviewView } from './pages/overview/overview-view.tsx'
import { TextView } from './pages/texts/text-view.tsx'
import { TextsView } from './pages/texts/texts-view.tsx'
import { ReconciledDayView } from './pages/reconciliation/day-view.tsx'
import { ReconciliationView } from './pages/reconciliation/reconciliation-view.tsx'
import { StatementView } from './pages/reconciliation/statement-view.tsx'
import { ReviewsView } from './pages/reviews/reviews-view.tsx'
import { WaysToPayView } from './pages/ways-to-pay/ways-to-pay-view.tsx'

/** The view of every page, by its name. They are built into build/console and render on the server. */
const VIEWS = {
  'audit-log': AuditLogView,
  payments: PaymentsView,
  payment: PaymentView,
  'payment-act': PaymentActView,
  number: NumberView,
  overview: OverviewView,
  reviews: ReviewsView,
  approvals: ApprovalsView,
  'customer-data': CustomerDataView,
  'data-proposal': DataProposalView,
  'full-export': FullExportView,
  announcements: AnnouncementsView,
  'ways-to-pay': WaysToPayView,
  claims: ClaimsView,
  claim: ClaimView,
  texts: TextsView,
  text: TextView,
  reconciliation: ReconciliationView,
  statement: StatementView,
  'reconciled-day': ReconciledDayView,
} as const

export type ViewName = keyof typeof VIEWS
export type ViewProps<Name extends ViewName> = ComponentProps<(typeof VIEWS)[Name]>

/** `consolePage` checks that a page's data are the properties of its view; a method's parameters are compared both ways. */
type AnyView = { render(props: object): ReactNode }['render']

export function viewNamed(name: ViewName): AnyView {
  return VIEWS[name]
}
