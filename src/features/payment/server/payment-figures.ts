import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Metrics } from '#server/logging/metrics.ts'

type Figures = { resting: number; people: number; oldestDueSeconds: number }

/** I13: what lies before a person, and how long the longest has waited that nobody has worked though its time has come. */
export function watchPaymentWork(metrics: Metrics, { db, clock }: { db: Database; clock: Clock }): void {
  metrics.watch('guichet_work_resting', 'Items that failed too often and rest until a person looks', async () => (await read()).resting)
  metrics.watch('guichet_payments_for_a_person', 'Payments that need a person', async () => (await read()).people)
  metrics.watch(
    'guichet_work_oldest_due_seconds',
    'How long the oldest due order or notice has waited',
    async () => (await read()).oldestDueSeconds,
  )

  async function read(): Promise<Figures> {
    const now = clock.now()
    const { rows } = await sql<Figures>`
      select
        (select count(*) from work_trouble where until is null)::int
          + (select count(*) from pay_order, jsonb_array_elements(troubles) part where troubles <> '[]' and part ->> 'until' is null)::int
          as resting,
        (select count(*) from pay_order where review is not null)::int as people,
        coalesce(extract(epoch from ${now}::timestamptz - least(
          (select min(greatest(o.next_work_at, t.until)) from pay_order o left join work_trouble t on t.kind = 'order' and t.item = o.id
            where o.next_work_at <= ${now} and (t.item is null or t.until <= ${now})),
          (select min(coalesce(n.looked_at, n.received_at)) from pay_notice n left join work_trouble t on t.kind = 'notice' and t.item = n.id::text
            where n.done_at is null and (t.item is null or t.until <= ${now})))), 0)::float as "oldestDueSeconds"`.execute(db)
    return rows[0] ?? { resting: 0, people: 0, oldestDueSeconds: 0 }
  }
}
