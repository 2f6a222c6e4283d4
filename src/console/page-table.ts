import type { ConsolePage } from './console-page.ts'
import { auditLogPage } from './pages/audit-log/audit-log-page.ts'

/** Every page of the console: routes, role checks and the rail follow from this list. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [auditLogPage]
