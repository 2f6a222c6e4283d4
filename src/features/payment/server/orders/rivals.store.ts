import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { NOT_OWED } from '../../engine/apply-work.ts'
import type { Order } from '../../engine/records.ts'
import type { Rival } from '../../engine/subjects.ts'

type Row = {
  id: string
  fulfilment: Rival['fulfilment']
  paid_at: Date | null
  subject_debt: string | null
  attempts: {
    state: Rival['attempts'][number]['state']
    action: Rival['attempts'][number]['action']
    created_at: string
    is_left: boolean
  }[]
}

/** Far more than pay for one subject at a time. Many begun orders hide no payment: paid ones are read first, then accepted ones. */
const MAX_RIVALS = 50

/** I18: the other orders for the same subject that matter: paid ones, and those with an attempt that a provider accepted. */
export async function readRivals(db: Database, { id, subject }: Order): Promise<Rival[]> {
  if (!subject) return []
  const { rows } = await sql<Row>`
    select o.id, o.fulfilment, o.paid_at, o.subject_debt, coalesce(a.attempts, '[]') as attempts
    from pay_order o
    left join lateral (
      select json_agg(json_build_object('state', state, 'action', action, 'created_at', created_at, 'is_left', left_at is not null))
        as attempts, bool_and(left_at is not null) as are_left
      from pay_attempt where order_id = o.id and state in ('CREATED', 'UNKNOWN', 'WAITING') and action is not null
    ) a on true
    cross join lateral (
      select o.paid_at is not null and o.fulfilment <> 'REFUSED' and (o.fulfilment <> 'DONE' or o.subject_debt = ${subject.debt}) as is_paid
    ) p
    where o.subject = ${subject.key} and o.id <> ${id} and (p.is_paid or a.attempts is not null)
    order by p.is_paid desc, a.are_left, o.created_at desc limit ${MAX_RIVALS}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    fulfilment: row.fulfilment,
    paidAt: row.paid_at,
    debt: row.subject_debt ?? '',
    attempts: row.attempts.map(({ state, action, created_at, is_left }) => ({
      state,
      action,
      createdAt: new Date(created_at),
      isLeft: is_left,
    })),
  }))
}

/** Whether another order for the same debt was paid and is refunded. */
export async function wasAlsoPaid(db: Database, { id, subject }: Order): Promise<boolean> {
  if (!subject) return false
  const row = await db
    .selectFrom('pay_order')
    .select('id')
    .where('subject', '=', subject.key)
    .where('subject_debt', '=', subject.debt)
    .where('refusal', '=', NOT_OWED)
    .where('id', '<>', id)
    .executeTakeFirst()
  return row !== undefined
}
