import { mayDo } from '#features/staff-acts/roles.ts'
import type { StaffAct } from '#features/staff-acts/acts.ts'
import type { Database } from '#server/database/database.ts'
import { isStaffRole, type Staff } from '#shared/staff-role.ts'

const MAX_STAFF = 200

/** Who is signed in and may do an act, by name: the console knows no other list of staff. */
export async function staffAtWork(db: Database, act: StaffAct, now: Date): Promise<Staff[]> {
  const rows = await db
    .selectFrom('console_session')
    .select(['staff_id', 'staff_name', 'roles'])
    .where('ends_at', '>', now)
    .orderBy('staff_id')
    .orderBy('seen_at', 'desc')
    .distinctOn('staff_id')
    .limit(MAX_STAFF)
    .execute()
  return rows
    .map(({ staff_id: id, staff_name: name, roles }): Staff => ({ id, name, roles: roles.filter(isStaffRole) }))
    .filter((staff) => mayDo(staff, act))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
