import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listAudit } from '#features/audit/server/audit-log.ts'
import { openDatabase } from '#server/database/database.ts'
import { systemClock } from '#server/clock.ts'
import { aDeskWorld, APPROVER, CARE } from '#tests/support/desk-world.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { addNote, assign, assignedTo, listNotes } from './notes.ts'

const db = openDatabase((await testDatabase()).pool)
const place = { db, clock: systemClock }
const { aPayment, seen } = aDeskWorld(db, systemClock)

test('CON-4 a note and an assignment are stored once per key, with their audit entries, and leave the payment as it was', async () => {
  const { orderId, reference } = await aPayment()
  const before = await seen(orderId)
  const note = { staff: CARE, key: randomUUID(), reference, words: 'the customer calls back at noon' }
  expect(await addNote(place, note)).toEqual({ kind: 'done' })
  expect(await addNote(place, note)).toEqual({ kind: 'done' })
  expect(await listNotes(db, orderId)).toMatchObject([{ byName: 'Amina', words: 'the customer calls back at noon' }])
  expect(await addNote(place, { ...note, staff: APPROVER })).toEqual({ kind: 'refused', why: 'key-used' })
  expect(await assign(place, { staff: CARE, reference, to: CARE })).toEqual({ kind: 'done' })
  expect(await assignedTo(db, orderId)).toEqual({ id: CARE.id, name: 'Amina' })
  expect(await assign(place, { staff: APPROVER, reference, to: null })).toEqual({ kind: 'done' })
  expect(await assignedTo(db, orderId)).toBe(null)
  expect((await listAudit(db, { target: { kind: 'payment', id: reference } })).map(({ act }) => act)).toEqual([
    'assign',
    'assign',
    'add-note',
  ])
  expect(await seen(orderId)).toBe(before)
})

test('CON-2 CON-10 a viewer adds no note, and a note holds no secret', async () => {
  const { orderId, reference } = await aPayment()
  expect(await addNote(place, { staff: { ...CARE, roles: ['viewer'] }, reference, words: 'hello' })).toEqual({
    kind: 'refused',
    why: 'role',
  })
  expect(await addNote(place, { staff: CARE, reference, words: 'PIN 4821' })).toEqual({ kind: 'refused', why: 'secret-in-text' })
  expect(await addNote(place, { staff: CARE, reference: 'GNONE', words: 'hello' })).toEqual({ kind: 'refused', why: 'not-found' })
  expect(await listNotes(db, orderId)).toEqual([])
})
