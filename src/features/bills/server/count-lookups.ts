import { createHash } from 'node:crypto'
import { Problem } from '#shared/problem.ts'
import type { Asker } from '#server/limits/asker.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { Database } from '#server/database/database.ts'
import { takeLimits } from '#server/limits/limits.ts'
import { SUBJECT_LIMITS } from '#server/limits/limit-table.ts'

/** `budget` is null inside a purchase, which has a budget of its own. */
export type CountLookup = (subject: string, asker: Asker, budget?: 'bills' | null) => Promise<void>

/**
 * Debts are not to be listed: each asker and each account or number has a budget (abuse 34). One address uses up a part of an account's
 * budget only, so that its owner is not kept out by a stranger.
 */
export function countLookups({ db, budgets }: { db: Database; budgets: Budgets }): CountLookup {
  return async function count(subject, asker, budget = 'bills') {
    const hidden = createHash('sha256').update(subject).digest('base64url').slice(0, 16)
    if (budget) await budgets.spend(budget, asker)
    const full = await takeLimits(db, [
      { key: `bill-subject:${hidden}:${asker.address}`, ...SUBJECT_LIMITS.billFromOneAddress },
      { key: `bill-subject:${hidden}`, ...SUBJECT_LIMITS.bill },
    ])
    if (full) throw new Problem('too-many-requests')
  }
}
