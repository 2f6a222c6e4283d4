import { createHash } from 'node:crypto'
import { Problem } from '#shared/problem.ts'
import type { Database } from '#server/database.ts'
import { paceOf } from '#server/asker.ts'
import { isWithinLimit } from '#server/limits.ts'

export type Asker = { key: string }

export type CountLookup = (subject: string, asker: Asker) => Promise<void>

/** Debts are not to be listed: each asker and each account or number has a budget (abuse 34). */
const PER_VISIT = { everySeconds: 5, burst: 20 }
const PER_SUBJECT = { everySeconds: 20, burst: 20 }

export function countLookups(db: Database): CountLookup {
  return async function count(subject, asker) {
    const hidden = createHash('sha256').update(subject).digest('base64url').slice(0, 16)
    const isWithin =
      (await isWithinLimit(db, { key: `bill:${asker.key}`, ...paceOf(asker.key, PER_VISIT) })) &&
      (await isWithinLimit(db, { key: `bill-subject:${hidden}`, ...PER_SUBJECT }))
    if (!isWithin) throw new Problem('too-many-requests')
  }
}
