import type { StoredAuditEntry } from '#features/audit/audit-entry.ts'
import { useConsole } from '../../frame/console-context.ts'
import { DataTable } from '../../frame/data-table.tsx'
import { formatClock } from '../../frame/format.ts'
import { Card, Mono, PageHead } from '../../frame/pieces.tsx'
import { auditLogTexts } from './audit-log-texts.ts'

export type AuditLogProps = { entries: readonly StoredAuditEntry[] }

export function AuditLogView({ entries }: AuditLogProps) {
  const { language } = useConsole()
  const texts = auditLogTexts(language)
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <Card>
        <DataTable
          caption={texts.title}
          rows={entries}
          keyOf={({ sequence }) => String(sequence)}
          columns={[
            { key: 'time', title: texts.time, show: ({ at }) => formatClock(at, language) },
            { key: 'who', title: texts.who, show: ({ actor }) => actor.name },
            { key: 'what', title: texts.what, show: ({ act }) => act },
            { key: 'target', title: texts.target, show: ({ target }) => target && <Mono>{target.id}</Mono> },
          ]}
        />
      </Card>
    </>
  )
}
