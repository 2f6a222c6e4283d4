import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { createSiteContent } from '#features/site-content/server/site-content.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { textWorld } from '#tests/support/text-world.ts'

const world = await textWorld()
const facts = [...(await world.desk.texts()).values()].find(
  (each) =>
    each.facts.group === 'faq-translation' &&
    each.facts.fields.every(({ isQuoted, placeholders }) => !isQuoted && placeholders.length === 0),
)
const id = facts?.facts.id ?? ''
const [name = '', text = ''] = id.split('/')
const REPLICA = join(import.meta.dirname, '../../../../tests/support/content-replica.ts')
const running: ChildProcess[] = []
afterAll(() => running.forEach((each) => each.kill('SIGKILL')))

async function replica() {
  const child = fork(REPLICA, [world.url, name, text], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  running.push(child)
  await once(child, 'message')
  const read = async () => {
    const answer = once(child, 'message')
    child.send('read')
    return (await answer)[0] as { words?: string; version?: number; error?: string }
  }
  return { child, read }
}

async function publish(words: string): Promise<void> {
  expect(await world.write(id, { en: words })).toMatchObject({ kind: 'done' })
  expect(await world.approve(id)).toMatchObject({ kind: 'done' })
}

test('CON-7 of two replicas one is frozen and continued, and one restarted: neither shows words of before', async () => {
  const [one, other] = await Promise.all([replica(), replica()])
  await publish('First words')
  for (const each of [one, other]) await vi.waitFor(async () => expect((await each.read()).words).toBe('First words'), 20_000)
  one.child.kill('SIGSTOP')
  const stoppedAt = performance.now()
  await publish('Second words')
  await vi.waitFor(async () => expect((await other.read()).words).toBe('Second words'), 20_000)
  // Longer than a copy counts as fresh.
  await vi.waitFor(() => expect(performance.now() - stoppedAt).toBeGreaterThan(3_100), 20_000)
  const asked = one.read()
  one.child.kill('SIGCONT')
  expect((await asked).words).toBe('Second words')
  const seen = (await other.read()).version ?? 0
  other.child.kill('SIGKILL')
  await once(other.child, 'exit')
  const restarted = await replica()
  const first = await restarted.read()
  expect(first.words).toBe('Second words')
  expect(first.version).toBeGreaterThanOrEqual(seen)
})

function contentOver(db: Database, now: () => Date = () => new Date()) {
  return createSiteContent({ db, seeds: world.seeds, clock: { now } })
}

test('CON-7 a replica that cannot read the database when it starts shows nothing, rather than what ships', async () => {
  const nowhere = openDatabase(new pg.Pool({ host: '127.0.0.1', port: 1, max: 1 }))
  await expect(contentOver(nowhere).read('faq-translation', 'en')).rejects.toThrow()
  await expect(contentOver(nowhere).version()).rejects.toThrow()
})

test('CON-7 an older version, as of a database that lags behind, changes nothing; the version only grows', async () => {
  let now = Date.now()
  const content = contentOver(world.db, () => new Date(now))
  await publish('Newest words')
  expect((await content.read('faq-translation', 'en'))[text]).toBe('Newest words')
  const version = Number(await content.version())
  const stored = await world.db.selectFrom('content_active').selectAll().execute()
  const older = await world.db
    .selectFrom('content_package')
    .selectAll()
    .where('name', '=', name)
    .where('language', '=', 'en')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await world.db.updateTable('content_active').set({ package_id: older.id }).where('name', '=', name).where('language', '=', 'en').execute()
  await world.db
    .updateTable('content_state')
    .set({ version: version - 3 })
    .execute()
  now += 10_000
  expect((await content.read('faq-translation', 'en'))[text]).toBe('Newest words')
  expect(Number(await content.version())).toBe(version)
  for (const { name: each, language, package_id } of stored)
    await world.db.updateTable('content_active').set({ package_id }).where('name', '=', each).where('language', '=', language).execute()
  await world.db
    .updateTable('content_state')
    .set({ version: version + 1 })
    .execute()
})

test('CON-7 the version grows with every change of what is served, also by a program that knows no versions', async () => {
  const content = contentOver(world.db)
  const before = Number(await content.version())
  const row = await world.db.selectFrom('content_active').selectAll().executeTakeFirstOrThrow()
  await world.db
    .updateTable('content_active')
    .set({ package_id: row.package_id })
    .where('name', '=', row.name)
    .where('language', '=', row.language)
    .execute()
  expect(Number(await contentOver(world.db).version())).toBe(before + 1)
})
