import { listAudit } from '#features/audit/server/audit-log.ts'
import { STAFF_ROLES, type Staff } from '#shared/staff-role.ts'
import { consolePage } from '../../console-page.ts'
import { auditLogTexts } from './audit-log-texts.ts'

/** Finance and approvers read all entries, all others their own. */
const readsAll = ({ roles }: Staff) => roles.includes('finance') || roles.includes('approver')

export const auditLogPage = consolePage({
  path: '/audit',
  menu: 'audit',
  mayRead: STAFF_ROLES,
  view: 'audit-log',
  async load({ staff, language, deps }) {
    const entries = await listAudit(deps.db, readsAll(staff) ? {} : { actorId: staff.id })
    return { kind: 'page', title: auditLogTexts(language).title, props: { entries } }
  },
})
