import { sql } from 'kysely'
import { Problem } from '#shared/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { COUNTED_LIMITS } from '#server/limits/rate-limits.ts'

const GUARD_MS = 3_600_000

/** Abuse 41: tests of stolen cards show as many failures. A purchase counts once, however often its payer mistyped a card. */
export async function refuseManyFailedCards(
  { db, clock }: { db: Database; clock: Clock },
  { visitId, transactionId }: { visitId: Buffer; transactionId: string },
): Promise<void> {
  const since = new Date(clock.now().getTime() - GUARD_MS)
  const { rows } = await sql<{ failed: number }>`
    select count(distinct pay_order.id)::int as failed
    from purchase join pay_order on pay_order.client_key = purchase.id join pay_attempt on pay_attempt.order_id = pay_order.id
    where purchase.visit_id = ${visitId} and pay_order.id <> ${transactionId}
      and not is_push and pay_attempt.state = 'DECLINED' and pay_attempt.created_at > ${since}`.execute(db)
  if ((rows[0]?.failed ?? 0) >= COUNTED_LIMITS.failedCards.most) throw new Problem('too-many-failed-cards')
}
