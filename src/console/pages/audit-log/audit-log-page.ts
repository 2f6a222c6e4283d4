import { AUDIT_OUTCOMES } from '#features/audit/audit-entry.ts'
import { listAudit, type AuditFilter } from '#features/audit/server/audit-log.ts'
import { dayBegins } from '#shared/calendar-day.ts'
import { STAFF_ROLES, type Staff } from '#shared/staff-role.ts'
import { consolePage } from '../../console-page.ts'
import type { ConsoleRequest } from '../../console-request.ts'
import { auditLogTexts } from './audit-log-texts.ts'
import type { AuditLogFilter } from './audit-log-view.tsx'

const AT_ONCE = 50

/** Finance and approvers read all entries, all others their own. */
function readsAllOf({ roles }: Staff): boolean {
  return roles.includes('finance') || roles.includes('approver')
}

export const auditLogPage = consolePage({
  path: '/audit',
  menu: 'audit',
  mayRead: STAFF_ROLES,
  view: 'audit-log',
  async load(request) {
    const { language, deps } = request
    const readsAll = readsAllOf(request.staff)
    const filter = filterOf(request)
    const [found, verdict] = await Promise.all([listAudit(deps.db, queryOf(request, filter)), deps.auditChain.verdict()])
    const entries = found.slice(0, AT_ONCE)
    const older = found.length > AT_ONCE ? (entries.at(-1)?.sequence ?? null) : null
    return { kind: 'page', title: auditLogTexts(language).title, props: { entries, verdict, filter, older, readsAll } }
  },
})

/** From the page's address; what is no filter is left out. */
function filterOf({ url: { searchParams } }: ConsoleRequest): AuditLogFilter {
  const get = (name: string) => (searchParams.get(name) ?? '').trim().slice(0, 120)
  const [day, outcome] = [get('day'), get('outcome')]
  return {
    person: get('person'),
    act: get('act'),
    outcome: AUDIT_OUTCOMES.find((one) => one === outcome) ?? '',
    target: get('target').replaceAll('-', '').toUpperCase(),
    day: dayBegins(day) ? day : '',
  }
}

function queryOf({ staff, url }: ConsoleRequest, { person, act, outcome, target, day }: AuditLogFilter): AuditFilter {
  const before = Number(url.searchParams.get('before'))
  return {
    actorId: readsAllOf(staff) ? person || undefined : staff.id,
    act: act || undefined,
    outcome: outcome || undefined,
    target: target === '' ? undefined : { kind: 'payment', id: target },
    from: (day && dayBegins(day)) || undefined,
    until: (day && dayBegins(day, 1)) || undefined,
    before: Number.isSafeInteger(before) && before > 0 ? before : undefined,
    limit: AT_ONCE + 1,
  }
}
