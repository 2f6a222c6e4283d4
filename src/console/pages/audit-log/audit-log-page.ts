import { listAudit } from '#features/audit/server/audit-log.ts'
import { STAFF_ROLES } from '#shared/staff-role.ts'
import { consolePage } from '../../console-page.ts'
import { filterOf, queryOf, readsAllOf } from './audit-log-filter.ts'
import { auditLogTexts } from './audit-log-texts.ts'
import { exportAudit } from './export-audit.ts'

const AT_ONCE = 50

export const auditLogPage = consolePage({
  path: '/audit',
  menu: 'audit',
  mayRead: STAFF_ROLES,
  view: 'audit-log',
  async load(request) {
    const { language, deps } = request
    const filter = filterOf(request)
    const wanted = { ...queryOf(request, filter), limit: AT_ONCE + 1 }
    const [found, verdict] = await Promise.all([listAudit(deps.db, wanted), deps.auditChain.verdict()])
    const entries = found.slice(0, AT_ONCE)
    const older = found.length > AT_ONCE ? (entries.at(-1)?.sequence ?? null) : null
    const props = { entries, verdict, filter, older, readsAll: readsAllOf(request.staff) }
    return { kind: 'page', title: auditLogTexts(language).title, props }
  },
  acts: { export: { act: 'export-audit', run: exportAudit } },
})
