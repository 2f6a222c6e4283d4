import type { ConsolePage } from './console-page.ts'
import { auditLogPage } from './pages/audit-log/audit-log-page.ts'
import { paymentsPage } from './pages/payments/payments-page.ts'
import { searchPage } from './pages/search/search-page.ts'

/** Every page of the console: routes, role checks and the rail follow from this list. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [paymentsPage, searchPage, auditLogPage]
