import { sql } from 'kysely'
import { maskSecrets } from '#shared/mask-secrets.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'

/** A job of its own: an order, a webhook, a ledger row, a step of housekeeping. */
export type JobRef = { kind: JobKind; item: string }

const KINDS = ['order', 'notice', 'book-line', 'housekeeping'] as const
type JobKind = (typeof KINDS)[number]

export function isJobKind(text: string): text is JobKind {
  return KINDS.some((kind) => kind === text)
}

/** Backoff in seconds before each retry; after the last one fails, the job is a dead letter until a person retries it. */
const RETRY_SECONDS = [5, 15, 60, 240]

/** I13: counts a failure of the item. Job queries skip the item until its backoff is over, so it never delays other items. */
export async function recordFailure({ db, clock }: { db: Database; clock: Clock }, { kind, item }: JobRef, reason: string): Promise<void> {
  const now = clock.now()
  await sql`
    insert into work_trouble as known (kind, item, failures, reason, failed_at, until)
    values (${kind}, ${item}, 1, ${maskSecrets(reason)}, ${now}, ${now}::timestamptz + make_interval(secs => (${RETRY_SECONDS}::int[])[1]))
    on conflict (kind, item) do update set failures = known.failures + 1, reason = excluded.reason, failed_at = excluded.failed_at,
      until = excluded.failed_at + make_interval(secs => (${RETRY_SECONDS}::int[])[known.failures + 1])`.execute(db)
}

/** The job succeeded, or a person requested a retry. */
export async function clearFailures(db: Database, { kind, item }: JobRef): Promise<void> {
  await db.deleteFrom('work_trouble').where('kind', '=', kind).where('item', '=', item).execute()
}

export type DeadLetter = JobRef & { failures: number; reason: string; failedAt: Date }

/** Dead letters, the oldest first. */
export async function listDeadLetters(db: Database, limit: number): Promise<DeadLetter[]> {
  const rows = await db.selectFrom('work_trouble').selectAll().where('until', 'is', null).orderBy('failed_at').limit(limit).execute()
  return rows.flatMap(({ kind, item, failures, reason, failed_at: failedAt }) =>
    isJobKind(kind) ? [{ kind, item, failures, reason, failedAt }] : [],
  )
}
