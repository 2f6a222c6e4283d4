import { appendAudit } from '#features/audit/server/audit-log.ts'
import type { AuditDetail, AuditEntry } from '#features/audit/audit-entry.ts'
import type { StaffAct } from '#features/staff-acts/acts.ts'
import type { Actor } from '#features/staff-acts/desk-ports.ts'
import type { Database } from '#server/database/database.ts'

/** In a shell people name themselves: the audit log says that it was a command. */
export function actorOf(name: string): Actor {
  const shown = name.trim().slice(0, 60)
  return { id: `command:${shown.toLowerCase()}`, name: shown, roles: ['care', 'finance', 'approver'], via: 'command' }
}

type Deed = { by: string; act: StaffAct; target: AuditEntry['target']; detail?: AuditDetail }

/** CON-4: an act of one person, with its audit entry in the same transaction. Null from `work` says that nothing was done or seen. */
export function recorded<Result>(
  db: Database,
  { by, act, target, detail = {} }: Deed,
  work: (tx: Database) => Promise<Result | null>,
): Promise<Result | null> {
  return db.transaction().execute(async (tx) => {
    const result = await work(tx)
    if (result === null) return null
    const { id, name, roles } = actorOf(by)
    await appendAudit(tx, { actor: { id, name, roles }, act, outcome: 'done', target, detail: { ...detail, via: 'command' } })
    return result
  })
}
