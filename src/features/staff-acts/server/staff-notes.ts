import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { appendAudit } from '#features/audit/server/audit-log.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { isStaffRole } from '#shared/staff-role.ts'
import { noteProblem } from '../act-texts.ts'
import type { DeskRefusal, DeskResult } from '../desk-ports.ts'
import { mayDo, type Staff } from '../roles.ts'

type Asking = { staff: Staff; /** The idempotency key of the form. */ key: string }
type NotesAct = 'add-note' | 'assign'

export type StaffNotes = {
  /** The newest first. */
  notes(orderId: string): Promise<{ by: string; at: Date; text: string }[]>
  assignees(orderIds: readonly string[]): Promise<ReadonlyMap<string, { id: string; name: string }>>
  /** Who can be given a payment: those who signed in during the last month, by their last roles. */
  people(): Promise<{ id: string; name: string }[]>
  addNote(asked: Asking & { reference: string; note: string }): Promise<DeskResult>
  /** `to`: the id of a person; null sets them free. */
  assign(asked: Asking & { references: readonly string[]; to: string | null }): Promise<DeskResult>
}

const MAX_NOTES = 100
const MAX_ASSIGNED = 200

/** Rolls the transaction back: nothing was done. */
class Refused extends Error {
  readonly why: DeskRefusal
  constructor(why: DeskRefusal) {
    super(why)
    this.why = why
  }
}

type Deps = { db: Database; clock: Clock }
type Step = Asking & { act: NotesAct; references: readonly string[]; asked: readonly unknown[] }
type Work = (tx: Database, orders: ReadonlyMap<string, string>) => Promise<Record<string, string | null>>

/** What staff write about payments and who works on them: no money and no state of a payment. Done once per key, with an audit entry. */
export function createStaffNotes({ db, clock }: Deps): StaffNotes {
  const once = (step: Step, work: Work) => writeOnce({ db, clock }, step, work)
  return {
    async notes(orderId) {
      const query = db.selectFrom('staff_note').selectAll().where('order_id', '=', orderId)
      const rows = await query.orderBy('id', 'desc').limit(MAX_NOTES).execute()
      return rows.map(({ by_name: by, at, words: text }) => ({ by, at, text }))
    },
    async assignees(orderIds) {
      if (orderIds.length === 0) return new Map()
      const rows = await db.selectFrom('staff_assignment').selectAll().where('order_id', 'in', orderIds).execute()
      return new Map(
        rows.flatMap(({ order_id, to_id: id, to_name: name }) => (id !== null && name !== null ? [[order_id, { id, name }]] : [])),
      )
    },
    people: () => people(db, clock.now()),
    addNote: ({ staff, key, reference, note }) =>
      once({ staff, key, act: 'add-note', references: [reference], asked: [note] }, async (tx, orders) => {
        const problem = noteProblem(note)
        if (problem) throw new Refused(problem)
        for (const orderId of orders.values())
          await tx
            .insertInto('staff_note')
            .values({ order_id: orderId, at: clock.now(), by_id: staff.id, by_name: staff.name, words: note.trim() })
            .execute()
        return { note }
      }),
    assign: ({ staff, key, references, to }) =>
      once({ staff, key, act: 'assign', references: references.slice(0, MAX_ASSIGNED), asked: [to] }, async (tx, orders) => {
        const person = to === null || to === staff.id ? staff : (await people(tx, clock.now())).find(({ id }) => id === to)
        // Someone who left, or an id that a form made up.
        if (!person) throw new Refused('unknown-person')
        const who = { to_id: to, to_name: to === null ? null : person.name, at: clock.now() }
        for (const orderId of orders.values())
          await tx
            .insertInto('staff_assignment')
            .values({ order_id: orderId, ...who })
            .onConflict((conflict) => conflict.column('order_id').doUpdateSet(who))
            .execute()
        return { to: who.to_name }
      }),
  }
}

const LATELY_DAYS = 30

async function people(db: Database, now: Date): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string; roles: string[] }>`
    select distinct on (actor_id) actor_id as id, actor_name as name, actor_roles as roles from audit_entry
    where act = 'sign-in' and outcome = 'done' and at > ${new Date(now.getTime() - LATELY_DAYS * 86_400_000)}
    order by actor_id, sequence desc`.execute(db)
  const able = rows.filter(({ roles }) => mayDo({ roles: roles.filter(isStaffRole) }, 'assign'))
  return able.map(({ id, name }) => ({ id, name })).toSorted((one, other) => one.name.localeCompare(other.name))
}

async function writeOnce({ db, clock }: Deps, step: Step, work: Work): Promise<DeskResult> {
  const { staff, act, references } = step
  const of = (reference: string | undefined) => (reference === undefined ? null : { kind: 'payment', id: reference })
  try {
    await db.transaction().execute(async (tx) => {
      if (!mayDo(staff, act)) throw new Refused('role')
      if (!(await isNew(tx, step, clock.now()))) return
      const orders = await ordersOf(tx, references)
      if (references.length === 0 || orders.size !== new Set(references).size) throw new Refused('not-found')
      const detail = await work(tx, orders)
      for (const reference of orders.keys())
        await appendAudit(tx, { actor: staff, act, outcome: 'done', target: of(reference), detail: { ...detail, via: 'console' } })
    })
    return { kind: 'done' }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const detail = { why: error.why, via: 'console' }
    await appendAudit(db, { actor: staff, act, outcome: 'refused', target: of(references[0]), detail })
    return { kind: 'refused', why: error.why }
  }
}

/** A second press under the same key is answered as the first; the key of another act is refused. */
async function isNew(tx: Database, { key, staff, act, references, asked }: Step, now: Date): Promise<boolean> {
  const hash = createHash('sha256')
    .update(JSON.stringify([act, references, asked]))
    .digest('base64url')
  const result = JSON.stringify({ kind: 'done' } satisfies DeskResult)
  const made = await tx
    .insertInto('staff_act')
    .values({ key, actor_id: staff.id, hash, act, order_id: null, at: now, is_emergency: false, result })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (made) return true
  const known = await tx.selectFrom('staff_act').select(['actor_id', 'hash']).where('key', '=', key).executeTakeFirst()
  if (known?.actor_id !== staff.id || known.hash !== hash) throw new Refused('key-used')
  return false
}

/** The orders by their reference; unknown references are left out. */
async function ordersOf(tx: Database, references: readonly string[]): Promise<Map<string, string>> {
  if (references.length === 0) return new Map()
  const rows = await tx.selectFrom('pay_order').select(['id', 'reference']).where('reference', 'in', references).execute()
  return new Map(rows.map(({ id, reference }) => [reference, id]))
}
