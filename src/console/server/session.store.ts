import type { Database } from '#server/database/database.ts'
import { isStaffRole, type Staff, type StaffRole } from '#shared/staff-role.ts'
import type { ConsoleNotice } from '../console-notice.ts'
import type { FullNumberTarget } from '../console-request.ts'

export type StoredSession = {
  id: Buffer
  staff: Staff
  sealed: string
  seenAt: Date
  endsAt: Date
  rolesAt: Date
  askedAt: Date
  notice: ConsoleNotice | null
}

export async function insertSession(
  db: Database,
  { id, staff, sealed, now, endsAt }: { id: Buffer; staff: Staff; sealed: string; now: Date; endsAt: Date },
): Promise<void> {
  const { id: staffId, name, roles } = staff
  const values = { id, staff_id: staffId, staff_name: name, roles: [...roles], sealed, ends_at: endsAt, notice: null }
  await db
    .insertInto('console_session')
    .values({ ...values, began_at: now, seen_at: now, roles_at: now, asked_at: now })
    .execute()
}

export async function findSession(db: Database, id: Buffer): Promise<StoredSession | null> {
  const row = await db.selectFrom('console_session').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  return {
    id,
    staff: { id: row.staff_id, name: row.staff_name, roles: row.roles.filter(isStaffRole) },
    sealed: row.sealed,
    seenAt: row.seen_at,
    endsAt: row.ends_at,
    rolesAt: row.roles_at,
    askedAt: row.asked_at,
    notice: row.notice,
  }
}

export async function markSeen(db: Database, id: Buffer, now: Date): Promise<void> {
  await db.updateTable('console_session').set({ seen_at: now }).where('id', '=', id).where('seen_at', '<', now).execute()
}

/** True for one of the requests that ask at the same time: a provider may accept a refresh token once only. */
export async function claimQuestion(db: Database, { id, askedAt }: Pick<StoredSession, 'id' | 'askedAt'>, now: Date): Promise<boolean> {
  const claim = db.updateTable('console_session').set({ asked_at: now }).where('id', '=', id).where('asked_at', '=', askedAt)
  return (await claim.executeTakeFirst()).numUpdatedRows > 0n
}

export async function updateRoles(
  db: Database,
  id: Buffer,
  { name, roles, sealed, now }: { name: string; roles: readonly StaffRole[]; sealed: string; now: Date },
): Promise<void> {
  await db
    .updateTable('console_session')
    .set({ staff_name: name, roles: [...roles], sealed, roles_at: now })
    .where('id', '=', id)
    .execute()
}

export async function deleteSession(db: Database, id: Buffer): Promise<void> {
  await db.deleteFrom('console_session').where('id', '=', id).execute()
}

export async function putNotice(db: Database, id: Buffer, notice: ConsoleNotice | null): Promise<void> {
  await db
    .updateTable('console_session')
    .set({ notice: notice === null ? null : JSON.stringify(notice) })
    .where('id', '=', id)
    .execute()
}

export async function insertSignIn(db: Database, signIn: { id: Buffer; sealed: string; endsAt: Date }): Promise<void> {
  await db.insertInto('console_sign_in').values({ id: signIn.id, sealed: signIn.sealed, ends_at: signIn.endsAt }).execute()
}

/** Used once: whatever comes of it, the same answer of the provider is not accepted again. */
export async function takeSignIn(db: Database, id: Buffer, now: Date): Promise<string | null> {
  const row = await db.deleteFrom('console_sign_in').where('id', '=', id).returning(['sealed', 'ends_at']).executeTakeFirst()
  return row && row.ends_at > now ? row.sealed : null
}

type Shown = { sessionId: Buffer; target: FullNumberTarget }

export async function showFullNumber(db: Database, { sessionId, target }: Shown, endsAt: Date): Promise<void> {
  await db
    .insertInto('console_full_number')
    .values({ session_id: sessionId, target_kind: target.kind, target_id: target.id, ends_at: endsAt })
    .onConflict((conflict) => conflict.columns(['session_id', 'target_kind', 'target_id']).doUpdateSet({ ends_at: endsAt }))
    .execute()
}

export async function fullNumberUntil(db: Database, { sessionId, target }: Shown, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('console_full_number')
    .select('ends_at')
    .where('session_id', '=', sessionId)
    .where('target_kind', '=', target.kind)
    .where('target_id', '=', target.id)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return row?.ends_at ?? null
}
