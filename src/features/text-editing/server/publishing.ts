import { appendAudit } from '#features/audit/server/audit-log.ts'
import type { AuditEntry } from '#features/audit/audit-entry.ts'
import type { Database } from '#server/database/database.ts'
import { isSameText, type Edition, type TextProblem } from '../edition.ts'
import { changeEdition, lockDue, readTime } from './edition.store.ts'
import { beforeAndAfter, changeOf } from './text-change.ts'
import { isQuestion, type ServedText, type TextChange, type TextSource } from './text-source.ts'

export type Sources = { packages: TextSource; questions: TextSource }

export function sourceOf({ packages, questions }: Sources, textId: string): TextSource {
  return isQuestion(textId) ? questions : packages
}

export async function readAll(db: Database, { packages, questions }: Sources): Promise<Map<string, ServedText>> {
  return new Map([...(await packages.read(db)), ...(await questions.read(db))])
}

/** Until the end of the transaction no one else changes what is served: always in this order. */
export async function lockAll(tx: Database, { packages, questions }: Sources): Promise<void> {
  await packages.lock(tx)
  await questions.lock(tx)
}

type Planned = { problems: TextProblem[] } | { write(): Promise<void> }

/** Checks changes together, in all places from which they are served. */
export async function planAll(tx: Database, sources: Sources, changes: readonly TextChange[]): Promise<Planned> {
  await lockAll(tx, sources)
  const planned: Planned[] = []
  for (const source of [sources.packages, sources.questions]) {
    const own = changes.filter(({ textId }) => sourceOf(sources, textId) === source)
    if (own.length > 0) planned.push(await source.plan(tx, own))
  }
  const problems = planned.flatMap((plan) => ('problems' in plan ? plan.problems : []))
  if (problems.length > 0) return { problems }
  return {
    async write() {
      for (const plan of planned) if ('write' in plan) await plan.write()
    },
  }
}

/** CON-4: what happens at its time is told by the portal itself. */
const PORTAL: AuditEntry['actor'] = { id: 'portal', name: 'portal', roles: [] }

/**
 * CON-7: all texts whose time has come, in all languages, in one transaction: no visitor sees half of them. One whose words visitors no
 * longer read, or that no longer passes the checks, goes back to its author; the others do not wait for it.
 */
export async function publishDue(db: Database, sources: Sources): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const due = await lockDue(tx)
    if (due.length === 0) return 0
    const now = await readTime(tx)
    const entries: AuditEntry[] = []
    const ready: Edition[] = []
    await lockAll(tx, sources)
    const served = await readAll(tx, sources)
    for (const edition of due) {
      const current = served.get(edition.textId)
      const isAsSeen = current !== undefined && isSameText(current.texts, edition.base)
      const planned = isAsSeen ? await planAll(tx, sources, [...ready, edition].map(changeOf)) : { problems: [] }
      if ('write' in planned) {
        ready.push(edition)
        const detail = { version: edition.number, ...beforeAndAfter(current?.facts ?? { fields: [] }, edition.base, edition.texts) }
        entries.push(entryOf(edition, 'done', detail))
        continue
      }
      const why = isAsSeen ? 'problems' : 'changed'
      await changeEdition(tx, edition, { state: 'draft', approval: null, note: STOPPED[why] })
      entries.push(entryOf(edition, 'refused', { version: edition.number, why }))
    }
    const planned = await planAll(tx, sources, ready.map(changeOf))
    if ('problems' in planned) throw new Error('texts that were checked one after the other do not pass together')
    await planned.write()
    for (const edition of ready) await changeEdition(tx, edition, { state: 'published', published_at: now })
    for (const entry of entries) await appendAudit(tx, entry)
    return ready.length
  })
}

/** Stored words that the page translates. */
export const STOPPED = { changed: 'stopped: changed', problems: 'stopped: problems' } as const

function entryOf({ textId }: Edition, outcome: 'done' | 'refused', detail: AuditEntry['detail']): AuditEntry {
  return { actor: PORTAL, act: 'publish-text', outcome, target: { kind: 'text', id: textId }, detail }
}
