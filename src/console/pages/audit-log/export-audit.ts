import type { StoredAuditEntry } from '#features/audit/audit-entry.ts'
import { appendAudit, listAudit, type AuditFilter } from '#features/audit/server/audit-log.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import type { ActResult, ConsoleRequest } from '../../console-request.ts'
import { csvText } from '../../queries/csv-text.ts'
import { filterOf, queryOf } from './audit-log-filter.ts'

/** More lines are exported by days. */
const MAX_LINES = 20_000

const HEAD = ['line', 'time', 'person', 'name', 'roles', 'act', 'outcome', 'kind', 'target', 'detail', 'seal']

/** CON-4: the lines of this filter, newest first, as they are stored and with their hashes: an auditor can check them. The export is a line too. */
export async function exportAudit(request: ConsoleRequest): Promise<ActResult> {
  const { deps, staff, url } = request
  const rows = (await linesOf(deps, queryOf(request, filterOf(request)))).map(cellsOf)
  const detail = { filter: url.searchParams.toString(), rows: rows.length }
  await appendAudit(deps.db, { actor: staff, act: 'export-audit', outcome: 'done', target: null, detail })
  return { kind: 'file', name: 'audit-log.csv', type: 'text/csv; charset=utf-8', body: csvText([HEAD, ...rows], ',') }
}

async function linesOf({ db }: Pick<ConsoleDeps, 'db'>, filter: AuditFilter): Promise<StoredAuditEntry[]> {
  const lines: StoredAuditEntry[] = []
  while (lines.length < MAX_LINES) {
    const more = await listAudit(db, { ...filter, before: lines.at(-1)?.sequence ?? filter.before })
    if (more.length === 0) break
    lines.push(...more)
  }
  return lines
}

function cellsOf({ sequence, at, actor, act, outcome, target, detail, hash }: StoredAuditEntry): (string | number)[] {
  const { id, name, roles } = actor
  return [
    sequence,
    at.toISOString(),
    id,
    name,
    roles.join(' '),
    act,
    outcome,
    target?.kind ?? '',
    target?.id ?? '',
    JSON.stringify(detail),
    hash,
  ]
}
