import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { appendAudit, listAudit } from '#features/audit/server/audit-log.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import type { Staff } from '../roles.ts'
import { aDeskWorld, type DeskWorld } from '#tests/support/desk-world.ts'
import { createStaffNotes, type StaffNotes } from './staff-notes.ts'

let db: Database
let desk: DeskWorld
let notes: StaffNotes

const CARE: Staff = { id: 'sub-amina', name: 'Amina', roles: ['care'] }
const OTHER: Staff = { id: 'sub-moussa', name: 'Moussa', roles: ['approver'] }
const VIEWER: Staff = { id: 'sub-view', name: 'View', roles: ['viewer'] }

const signIn = (staff: Staff) => appendAudit(db, { actor: staff, act: 'sign-in', outcome: 'done', target: null, detail: {} })

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
  desk = aDeskWorld(db, systemClock)
  notes = createStaffNotes({ db, clock: systemClock })
})

test('CON-4 CON-5 a note is stored once under its key, with its audit entry', async () => {
  const { orderId, reference } = await desk.aPayment()
  const asked = { staff: CARE, key: randomUUID(), reference, note: 'Waits for the bank' }
  expect(await Promise.all([notes.addNote(asked), notes.addNote(asked)])).toEqual([{ kind: 'done' }, { kind: 'done' }])
  expect(await notes.notes(orderId)).toEqual([{ by: 'Amina', at: expect.any(Date), text: 'Waits for the bank' }])
  const entries = await listAudit(db, { target: { kind: 'payment', id: reference } })
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({ act: 'add-note', outcome: 'done', actor: { id: 'sub-amina' }, detail: { note: 'Waits for the bank' } })
})

test.for<[why: string, change: { staff?: Staff; note?: string; reference?: string }]>([
  ['role', { staff: VIEWER }],
  ['note-missing', { note: '   ' }],
  ['note-too-long', { note: 'x'.repeat(301) }],
  ['secret-in-text', { note: 'Call 90123456, PIN 4821' }],
  ['not-found', { reference: 'GNONE' }],
])('CON-10 a note is refused: %s; nothing is stored, and the log says so', async ([why, change]) => {
  const { orderId, reference } = await desk.aPayment()
  const asked = { staff: CARE, key: randomUUID(), reference, note: 'A note', ...change }
  expect(await notes.addNote(asked)).toEqual({ kind: 'refused', why })
  expect(await notes.notes(orderId)).toEqual([])
  const [entry] = await listAudit(db, { limit: 1 })
  expect(entry).toMatchObject({ act: 'add-note', outcome: 'refused', detail: { why } })
})

test('CON-5 the key of one act is of no use to another act or person', async () => {
  const { reference } = await desk.aPayment()
  const key = randomUUID()
  expect(await notes.addNote({ staff: CARE, key, reference, note: 'One' })).toEqual({ kind: 'done' })
  expect(await notes.addNote({ staff: CARE, key, reference, note: 'Two' })).toEqual({ kind: 'refused', why: 'key-used' })
  expect(await notes.addNote({ staff: OTHER, key, reference, note: 'One' })).toEqual({ kind: 'refused', why: 'key-used' })
  expect(await notes.assign({ staff: CARE, key, references: [reference], to: CARE.id })).toEqual({ kind: 'refused', why: 'key-used' })
})

test('CON-4 payments are assigned and set free, each with an audit entry', async () => {
  await signIn(OTHER)
  const [one, other] = [await desk.aPayment(), await desk.aPayment()]
  const references = [one.reference, other.reference]
  expect(await notes.assign({ staff: CARE, key: randomUUID(), references, to: OTHER.id })).toEqual({ kind: 'done' })
  const both = await notes.assignees([one.orderId, other.orderId])
  expect([...both.values()]).toEqual([
    { id: 'sub-moussa', name: 'Moussa' },
    { id: 'sub-moussa', name: 'Moussa' },
  ])
  expect(await notes.assign({ staff: CARE, key: randomUUID(), references: [one.reference], to: null })).toEqual({ kind: 'done' })
  expect([...(await notes.assignees([one.orderId, other.orderId])).keys()]).toEqual([other.orderId])
  expect(await listAudit(db, { act: 'assign', target: { kind: 'payment', id: one.reference } })).toHaveLength(2)
})

test('CON-5 one unknown payment among many assigns none', async () => {
  const { orderId, reference } = await desk.aPayment()
  const result = await notes.assign({ staff: CARE, key: randomUUID(), references: [reference, 'GNONE'], to: CARE.id })
  expect(result).toEqual({ kind: 'refused', why: 'not-found' })
  expect((await notes.assignees([orderId])).size).toBe(0)
})

test('payments are given to people who signed in lately and whose last roles take care of payments, and to no one else', async () => {
  const { orderId, reference } = await desk.aPayment()
  const [left, moved] = [
    { id: 'sub-left', name: 'Left', roles: ['care'] as const },
    { id: 'sub-moved', name: 'Moved', roles: ['care'] as const },
  ]
  await signIn(OTHER)
  await signIn(VIEWER)
  await signIn(moved)
  await signIn({ ...moved, roles: ['viewer'] })
  await appendAudit(db, { actor: left, act: 'sign-in', outcome: 'refused', target: null, detail: {} })
  expect(await notes.people()).toEqual([{ id: OTHER.id, name: OTHER.name }])
  for (const to of [VIEWER.id, moved.id, left.id, 'sub-made-up', ''])
    expect(await notes.assign({ staff: CARE, key: randomUUID(), references: [reference], to })).toEqual({
      kind: 'refused',
      why: 'unknown-person',
    })
  expect((await notes.assignees([orderId])).size).toBe(0)
  const later = { now: () => new Date(Date.now() + 31 * 86_400_000) }
  expect(await createStaffNotes({ db, clock: later }).people()).toEqual([])
})
