import { sql } from 'kysely'
import { maskSecrets } from '#shared/mask-secrets.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'

/** Something that is worked by itself: an order, a notice, a line of the payment book, a step of housekeeping. */
export type TroubledItem = { kind: TroubledKind; item: string }

const KINDS = ['order', 'notice', 'book-line', 'housekeeping'] as const
type TroubledKind = (typeof KINDS)[number]

export function isTroubledKind(text: string): text is TroubledKind {
  return KINDS.some((kind) => kind === text)
}

/** After so many seconds it is tried again; what fails once more after the last of them rests until a person says otherwise. */
const RETRY_SECONDS = [5, 15, 60, 240]

/** I13: counts a failure of the item. Whoever looks for work leaves it alone until its pause is over, and others are never held up by it. */
export async function noteFailure(
  { db, clock }: { db: Database; clock: Clock },
  { kind, item }: TroubledItem,
  reason: string,
): Promise<void> {
  const now = clock.now()
  await sql`
    insert into work_trouble as known (kind, item, failures, reason, failed_at, until)
    values (${kind}, ${item}, 1, ${maskSecrets(reason)}, ${now}, ${now}::timestamptz + make_interval(secs => (${RETRY_SECONDS}::int[])[1]))
    on conflict (kind, item) do update set failures = known.failures + 1, reason = excluded.reason, failed_at = excluded.failed_at,
      until = excluded.failed_at + make_interval(secs => (${RETRY_SECONDS}::int[])[known.failures + 1])`.execute(db)
}

/** It went well, or a person says that it should be tried again. */
export async function clearFailures(db: Database, { kind, item }: TroubledItem): Promise<void> {
  await db.deleteFrom('work_trouble').where('kind', '=', kind).where('item', '=', item).execute()
}

export type RestingItem = TroubledItem & { failures: number; reason: string; failedAt: Date }

/** What lies before a person, longest first. */
export async function restingItems(db: Database, limit: number): Promise<RestingItem[]> {
  const rows = await db.selectFrom('work_trouble').selectAll().where('until', 'is', null).orderBy('failed_at').limit(limit).execute()
  return rows.flatMap(({ kind, item, failures, reason, failed_at: failedAt }) =>
    isTroubledKind(kind) ? [{ kind, item, failures, reason, failedAt }] : [],
  )
}
