import type { ConsolePage } from './console-page.ts'
import { announcementsPage } from './pages/announcements/announcements-page.ts'
import { auditLogPage } from './pages/audit-log/audit-log-page.ts'
import { approvalsPage } from './pages/approvals/approvals-page.ts'
import { customerDataPage } from './pages/customer-data/customer-data-page.ts'
import { dataProposalPage } from './pages/data-proposal/data-proposal-page.ts'
import { claimPage } from './pages/claims/claim-page.ts'
import { claimsPage } from './pages/claims/claims-page.ts'
import { reconciledDayPage } from './pages/reconciliation/day-page.ts'
import { reconciliationPage } from './pages/reconciliation/reconciliation-page.ts'
import { statementPage } from './pages/reconciliation/statement-page.ts'
import { overviewPage } from './pages/overview/overview-page.ts'
import { actPages } from './pages/payment/act-page.ts'
import { numberPage } from './pages/payment/number-page.ts'
import { paymentPage } from './pages/payment/payment-page.ts'
import { fullExportPage } from './pages/payments/full-export-page.ts'
import { paymentsPage } from './pages/payments/payments-page.ts'
import { textPage } from './pages/texts/text-page.ts'
import { textsPage } from './pages/texts/texts-page.ts'
import { reviewsPage } from './pages/reviews/reviews-page.ts'
import { waysToPayPage } from './pages/ways-to-pay/ways-to-pay-page.ts'

/** Every page of the console: routes, role checks and the rail follow from this list. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  overviewPage,
  paymentsPage,
  fullExportPage,
  paymentPage,
  numberPage,
  ...actPages,
  reviewsPage,
  reconciliationPage,
  statementPage,
  reconciledDayPage,
  approvalsPage,
  dataProposalPage,
  customerDataPage,
  announcementsPage,
  waysToPayPage,
  claimsPage,
  claimPage,
  textsPage,
  textPage,
  auditLogPage,
]
