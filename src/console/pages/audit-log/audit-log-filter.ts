import { AUDIT_OUTCOMES } from '#features/audit/audit-entry.ts'
import type { AuditFilter } from '#features/audit/server/audit-log.ts'
import { dayBegins } from '#shared/calendar-day.ts'
import type { Staff } from '#shared/staff-role.ts'
import type { ConsoleRequest } from '../../console-request.ts'
import type { AuditLogFilter } from './audit-log-view.tsx'

/** Finance and approvers read all entries, all others their own. */
export function readsAllOf({ roles }: Staff): boolean {
  return roles.includes('finance') || roles.includes('approver')
}

/** From the page's address; what is no filter is left out. */
export function filterOf({ url: { searchParams } }: ConsoleRequest): AuditLogFilter {
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

export function queryOf({ staff, url }: ConsoleRequest, { person, act, outcome, target, day }: AuditLogFilter): AuditFilter {
  const before = Number(url.searchParams.get('before'))
  return {
    actorId: readsAllOf(staff) ? person || undefined : staff.id,
    act: act || undefined,
    outcome: outcome || undefined,
    target: target === '' ? undefined : { kind: 'payment', id: target },
    from: (day && dayBegins(day)) || undefined,
    until: (day && dayBegins(day, 1)) || undefined,
    before: Number.isSafeInteger(before) && before > 0 ? before : undefined,
  }
}
