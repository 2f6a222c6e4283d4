import { listAudit, verifyAudit } from '#features/audit/server/audit-log.ts'
import type { StoredAuditEntry } from '#features/audit/audit-entry.ts'
import type { Database } from '#server/database/database.ts'
import { runCommand, type CommandResult } from './command.ts'

const USAGE = `For the operator's auditors:
  npm run audit -- verify              checks that no entry of the audit log was changed, removed or inserted
  npm run audit -- list [<reference>]  the newest 200 entries, of all payments or of one
`

/** CON-4: the log is read and checked here, and written only by the acts themselves. */
export async function runAuditCommand([command, reference]: string[], open: () => Promise<Database>): Promise<CommandResult> {
  if (command === 'verify') return verify(await open())
  if (command !== 'list') return { ok: false, message: USAGE, exit: 'usage' }
  const id = reference?.replaceAll('-', '').toUpperCase()
  const entries = await listAudit(await open(), id ? { target: { kind: 'payment', id } } : {})
  return { ok: true, message: entries.length === 0 ? 'No entry.\n' : `${entries.map(lineOf).join('\n')}\n` }
}

async function verify(db: Database): Promise<CommandResult> {
  const { entries, brokenAt } = await verifyAudit(db)
  if (brokenAt === null) return { ok: true, message: `${entries} entries, each as it was written.\n` }
  return { ok: false, message: `Entry ${brokenAt} is missing or was changed; the ${entries} before it are as written.\n`, exit: 'differs' }
}

function lineOf({ sequence, at, actor, act, outcome, target, detail }: StoredAuditEntry): string {
  const details = Object.entries(detail).map(([key, value]) => `${key} ${value}`)
  return [sequence, at.toISOString(), actor.name, act, outcome, target ? `${target.kind} ${target.id}` : '-', details.join(', ')].join('  ')
}

if (import.meta.main) await runCommand(({ args, open }) => runAuditCommand(args, open))
