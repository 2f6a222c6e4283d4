import { randomUUID } from 'node:crypto'
import { appendAudit } from '#features/audit/server/audit-log.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { noteProblem } from '../act-texts.ts'
import type { DeskResult } from '../desk-ports.ts'
import { mayDo, type Staff } from '../roles.ts'
import { claimKey, saveResult } from './desk-store.ts'

type Place = { db: Database; clock: Clock }
type OnPayment = { staff: Staff; key?: string; reference: string }

/** Notes and assignments change no payment: a proposal of a colleague about it stays valid. */
export async function addNote(place: Place, { words, ...asked }: OnPayment & { words: string }): Promise<DeskResult> {
  const problem = noteProblem(words)
  if (problem) return { kind: 'refused', why: problem }
  return onPayment(place, { ...asked, act: 'add-note', hash: words }, async (tx, orderId, now) => {
    const { id, name } = asked.staff
    await tx.insertInto('staff_note').values({ order_id: orderId, at: now, by_id: id, by_name: name, words }).execute()
    return { words }
  })
}

/** `to` null gives the payment up. */
export async function assign(place: Place, { to, ...asked }: OnPayment & { to: { id: string; name: string } | null }): Promise<DeskResult> {
  return onPayment(place, { ...asked, act: 'assign', hash: to?.id ?? '' }, async (tx, orderId, now) => {
    const row = { to_id: to?.id ?? null, to_name: to?.name ?? null, at: now }
    await tx
      .insertInto('staff_assignment')
      .values({ order_id: orderId, ...row })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(row))
      .execute()
    return { to: to?.name ?? null }
  })
}

type Work = (tx: Database, orderId: string, now: Date) => Promise<Record<string, string | null>>

async function onPayment(
  { db, clock }: Place,
  { staff, key = randomUUID(), reference, act, hash }: OnPayment & { act: 'add-note' | 'assign'; hash: string },
  work: Work,
): Promise<DeskResult> {
  const told = { actor: staff, act, target: { kind: 'payment', id: reference } }
  if (!mayDo(staff, act)) {
    await appendAudit(db, { ...told, outcome: 'refused', detail: { why: 'role' } })
    return { kind: 'refused', why: 'role' }
  }
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const order = await tx.selectFrom('pay_order').select('id').where('reference', '=', reference).executeTakeFirst()
    if (!order) return { kind: 'refused', why: 'not-found' }
    const claim = { actorId: staff.id, hash: `${act} ${reference} ${hash}`, act, orderId: order.id, isEmergency: false, now }
    const known = await claimKey(tx, key, claim)
    if (known) return known === 'other' ? { kind: 'refused', why: 'key-used' } : known
    const detail = await work(tx, order.id, now)
    const done: DeskResult = { kind: 'done' }
    await saveResult(tx, key, done)
    await appendAudit(tx, { ...told, outcome: 'done', detail })
    return done
  })
}

export type StaffNote = { id: number; at: Date; byName: string; words: string }

/** Newest first. */
export async function listNotes(db: Database, orderId: string): Promise<StaffNote[]> {
  const rows = await db.selectFrom('staff_note').selectAll().where('order_id', '=', orderId).orderBy('id', 'desc').limit(200).execute()
  return rows.map(({ id, at, by_name: byName, words }) => ({ id, at, byName, words }))
}

/** Who works on a payment; null while it is no person's. */
export async function assignedTo(db: Database, orderId: string): Promise<{ id: string; name: string } | null> {
  const row = await db.selectFrom('staff_assignment').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  return row?.to_id && row.to_name ? { id: row.to_id, name: row.to_name } : null
}
