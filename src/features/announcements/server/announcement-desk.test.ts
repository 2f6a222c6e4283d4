import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { listAudit } from '#features/audit/server/audit-log.ts'
import type { Actor } from '#features/staff-acts/desk-ports.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { townsHere } from '../announcement-rules.ts'
import { createAnnouncementDesk, type AnnouncementDesk, type AskedAnnouncement } from './announcement-desk.ts'
import { readOpen } from './announcement.store.ts'

const EDITOR: Actor = { id: 'sub-editor', name: 'Editor 1', roles: ['editor'], via: 'console' }
const APPROVER: Actor = { id: 'sub-approver', name: 'Approver 1', roles: ['approver'], via: 'console' }
const FINANCE: Actor = { id: 'sub-finance', name: 'Finance 1', roles: ['finance'], via: 'console' }
const BOTH: Actor = { id: 'sub-both', name: 'Both', roles: ['editor', 'approver'], via: 'console' }
const WORDS = {
  fr: { title: 'Le réseau est lent', text: 'Nous y travaillons.' },
  en: { title: 'The network is slow', text: 'We are working on it.' },
}
const [TOWN = ''] = townsHere()

let db: Database
let desk: AnnouncementDesk
let nowMs = Date.parse('2026-11-19T10:00:00Z')
const clock = { now: () => new Date(nowMs) }
const inHours = (hours: number) => new Date(nowMs + hours * 3_600_000)
const asked = (change: Partial<AskedAnnouncement> = {}): AskedAnnouncement => ({
  staff: EDITOR,
  key: randomUUID(),
  kind: 'slow',
  service: 'bundles',
  town: TOWN,
  until: inHours(2),
  ...change,
})
const shown = () => readOpen(db, clock.now())
const lastEntry = async () => (await listAudit(db, { limit: 1 }))[0]

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
  desk = createAnnouncementDesk({ db, clock })
})

beforeEach(() => {
  nowMs += 25 * 3_600_000
})

async function propose(change: Partial<AskedAnnouncement> = {}, words: object = WORDS) {
  const result = await desk.propose({ ...asked(change), words: { ...WORDS, ...words } })
  return result.kind === 'proposed' ? result.proposal : Promise.reject(new Error(JSON.stringify(result)))
}

const approve = (proposal: number, staff = APPROVER) => desk.approve({ staff, key: randomUUID(), proposal })

test('CON-8 CON-4 a checked template is published by one person, at once, and the log has service, town and end', async () => {
  expect(await desk.publish(asked())).toEqual({ kind: 'done' })
  expect(await shown()).toMatchObject([{ kind: 'slow', service: 'bundles', town: TOWN, words: null, endsAt: inHours(2), by: 'Editor 1' }])
  expect(await lastEntry()).toMatchObject({
    act: 'publish-announcement',
    outcome: 'done',
    target: { kind: 'announcement' },
    detail: { service: 'bundles', town: TOWN, until: inHours(2).toISOString(), template: true },
  })
})

test.for<[why: string, change: Partial<AskedAnnouncement>]>([
  ['role', { staff: FINANCE }],
  ['kind-unknown', { kind: 'paid' }],
  ['kind-unknown', { kind: 'information' }],
  ['service-unknown', { service: 'toString' }],
  ['service-unknown', { service: '<b>' }],
  ['town-unknown', { town: 'Atlantis' }],
  ['town-unknown', { town: '' }],
  ['end-missing', { until: null }],
])('CON-8 a template with a forged part is refused: %s; nothing is shown, and the log says so', async ([why, change]) => {
  expect(await desk.publish(asked(change))).toEqual({ kind: 'refused', why })
  expect(await shown()).toEqual([])
  expect(await lastEntry()).toMatchObject({ outcome: 'refused', detail: { why } })
})

test.for([
  ['end-past', 0],
  ['end-past', -3],
  ['end-too-late', 24.01],
] as const)('CON-8 an announcement ends ahead and within a day: %s (%d hours)', async ([why, hours]) => {
  expect(await desk.publish(asked({ until: inHours(hours) }))).toEqual({ kind: 'refused', why })
})

test('CON-8 the database itself holds none without an end within a day, and no own words of one person', async () => {
  const row = { kind: 'slow', service: 'all', town: null, by_id: 'a', by_name: 'A', taken_down_at: null, taken_down_name: null }
  const insert = (change: object) =>
    db
      .insertInto('announcement')
      .values({ ...row, words: null, approved_by: null, approved_name: null, starts_at: clock.now(), ends_at: inHours(1), ...change })
      .execute()
  await expect(insert({ ends_at: inHours(25) })).rejects.toThrow(/check/)
  await expect(insert({ ends_at: inHours(-1) })).rejects.toThrow(/check/)
  await expect(insert({ words: JSON.stringify(WORDS) })).rejects.toThrow(/own_words_by_two/)
  await expect(insert({ words: JSON.stringify(WORDS), approved_by: 'a' })).rejects.toThrow(/own_words_by_two/)
})

test('CON-3 CON-8 own words are shown when another person approves them, and the log has the words', async () => {
  const proposal = await propose({ kind: 'information', town: null })
  expect(await shown()).toEqual([])
  expect(await desk.proposals(clock.now())).toMatchObject([{ id: proposal, request: { words: WORDS } }])
  expect(await approve(proposal)).toEqual({ kind: 'done' })
  expect(await shown()).toMatchObject([{ kind: 'information', words: WORDS, by: 'Editor 1', approvedBy: 'Approver 1' }])
  expect(await lastEntry()).toMatchObject({ outcome: 'approved', detail: { words_fr: 'Le réseau est lent – Nous y travaillons.' } })
})

test('CON-3 no one approves own words of their own, and one decision counts', async () => {
  const own = await propose({ staff: BOTH })
  expect(await approve(own, BOTH)).toEqual({ kind: 'refused', why: 'own-proposal' })
  expect(await approve(own, EDITOR)).toEqual({ kind: 'refused', why: 'role' })
  const both = await Promise.all([approve(own), approve(own)])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused'])
  expect(await shown()).toHaveLength(1)
  const other = await propose()
  expect(await desk.reject({ staff: EDITOR, key: randomUUID(), proposal: other, note: 'Not needed' })).toEqual({ kind: 'done' })
  expect(await approve(other)).toEqual({ kind: 'refused', why: 'decided' })
})

test('CON-8 own words that imitate the result of a payment are not even proposed', async () => {
  const words = { ...WORDS, en: { title: 'Payment received', text: 'You were refunded 5 000 F.' } }
  expect(await desk.propose({ ...asked(), words })).toEqual({ kind: 'refused', why: 'words-result' })
  expect(await desk.propose({ ...asked(), words: { fr: WORDS.fr } })).toEqual({ kind: 'refused', why: 'words-missing' })
  expect(await desk.proposals(clock.now())).toEqual([])
})

test('CON-8 approved after its end, it is not shown; a proposal ends after a day', async () => {
  const proposal = await propose({ until: inHours(1) })
  nowMs += 2 * 3_600_000
  expect(await approve(proposal)).toEqual({ kind: 'refused', why: 'end-past' })
  nowMs += 23 * 3_600_000
  expect(await approve(proposal)).toEqual({ kind: 'refused', why: 'expired' })
  await desk.expire()
  expect(await lastEntry()).toMatchObject({ actor: { id: 'portal' }, outcome: 'expired' })
})

test('CON-8 one person takes an announcement down at once, and a second press finds it gone', async () => {
  await desk.publish(asked())
  const [announcement] = await shown()
  const down = (staff = APPROVER) => desk.takeDown({ staff, key: randomUUID(), id: announcement?.id ?? 0 })
  expect(await down(FINANCE)).toEqual({ kind: 'refused', why: 'role' })
  const both = await Promise.all([down(), down(EDITOR)])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused'])
  expect(await shown()).toEqual([])
})

test('CON-8 three at a time: of several people who publish the third at once, one is refused', async () => {
  await desk.publish(asked())
  await desk.publish(asked({ service: 'all' }))
  const both = await Promise.all([desk.publish(asked()), desk.publish(asked({ staff: APPROVER }))])
  expect(both).toContainEqual({ kind: 'refused', why: 'too-many' })
  expect(await shown()).toHaveLength(3)
})

test('CON-5 a form that is sent twice publishes once', async () => {
  const twice = asked()
  expect(await Promise.all([desk.publish(twice), desk.publish(twice)])).toEqual([{ kind: 'done' }, { kind: 'done' }])
  expect(await shown()).toHaveLength(1)
})
