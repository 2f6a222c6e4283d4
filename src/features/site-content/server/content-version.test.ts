import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { checkFaqs, readFaqSeed } from '#features/help/server/faq-file.ts'
import { importFaqs, seedFaqs } from '#features/help/server/help-library.ts'
import { readNewestDocument } from '#features/help/server/help.store.ts'
import { replacePlaceData } from '#features/places/server/place-data.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { seededChance } from '../../../../scripts/seeded-chance.ts'
import { readSeedFiles, type SeedFiles } from './shipped-packages.ts'
import { importContent, seedContent } from './site-content.ts'
import { readActivePackages } from './site-content.store.ts'

const NAME = 'search-translation'
const shipped = readSeedFiles()

/** A portal whose content has this version, with this text in one package. */
function program(version: number, search: string): SeedFiles {
  return { version, read: (name, language) => (name === NAME && language === 'en' ? { search } : shipped.read(name, language)) }
}

async function served(db: Database): Promise<unknown> {
  const row = (await readActivePackages(db)).find(({ name, language }) => name === NAME && language === 'en')
  return (row?.body as { search: string } | undefined)?.search
}

/** The start of a portal without content versions: it replaces every 'seed' row that differs from its own. */
async function startOfBefore(db: Database, seeds: SeedFiles): Promise<void> {
  const active = new Map((await readActivePackages(db)).map((row) => [`${row.language}/${row.name}`, row]))
  for (const language of ['fr', 'en'] as const) {
    const stored = active.get(`${language}/${NAME}`)
    const body = seeds.read(NAME, language)
    if (stored && (stored.source !== 'seed' || isDeepStrictEqual(stored.body, body))) continue
    const { id } = await db
      .insertInto('content_package')
      .values({ name: NAME, language, body: JSON.stringify(body), source: 'seed' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('content_active')
      .values({ name: NAME, language, package_id: id })
      .onConflict((conflict) => conflict.columns(['name', 'language']).doUpdateSet({ package_id: id }))
      .execute()
  }
}

const freshDatabase = async () => openDatabase((await testDatabase()).pool)

test('OPS-4 a replica of an older version that starts again leaves the texts of the newer one', async () => {
  const db = await freshDatabase()
  await seedContent(db, program(4, 'Older'))
  expect(await served(db)).toBe('Older')
  await seedContent(db, program(5, 'Newer'))
  for (const version of [4, 1]) await seedContent(db, program(version, 'Older'))
  expect(await served(db)).toBe('Newer')
})

test('OPS-4 a text that a newer version took over unchanged is its own: versions between the two do not replace it', async () => {
  const db = await freshDatabase()
  await seedContent(db, program(1, 'Kept'))
  await seedContent(db, program(5, 'Kept'))
  await seedContent(db, program(3, 'Between'))
  expect(await served(db)).toBe('Kept')
})

test('OPS-4 both directions with the version before, which knows no versions: its database is taken over, and its restart changes nothing', async () => {
  for (const text of ['New', 'Of before']) {
    const db = await freshDatabase()
    await startOfBefore(db, program(0, 'Of before'))
    await seedContent(db, program(1, text))
    expect(await served(db)).toBe(text)
    await startOfBefore(db, program(0, 'Older still'))
    expect(await served(db)).toBe(text)
    await seedContent(db, program(2, 'Next'))
    expect(await served(db)).toBe('Next')
  }
})

test('OPS-4 an editor’s text is replaced by no program, older, newer or of before', async () => {
  const db = await freshDatabase()
  await seedContent(db, program(2, 'Shipped'))
  expect(await importContent(db, shipped, [{ name: NAME, language: 'en', body: { search: 'Edited' } }])).toEqual([])
  for (const version of [1, 2, 9]) await seedContent(db, program(version, `Shipped ${version}`))
  await startOfBefore(db, program(0, 'Of before'))
  expect(await served(db)).toBe('Edited')
})

test('OPS-4 in any order of starts, the text of the newest version that ever started is served', async () => {
  const { chance } = seededChance(76)
  const db = await freshDatabase()
  let newest = 0
  for (let round = 0; round < 40; round += 1) {
    const version = 1 + Math.floor(chance() * 12)
    newest = Math.max(newest, version)
    await seedContent(db, program(version, `Text ${version >> 1}`))
    expect(await served(db), `after version ${version}`).toBe(`Text ${newest >> 1}`)
  }
})

test('OPS-4 the same for the questions of the help centre and for the demonstration’s places', async () => {
  const db = await freshDatabase()
  const faqs = (question: string) => {
    const file = readFaqSeed()
    if (file.questions[0]) file.questions[0].question.en = question
    return file
  }
  const asked = async () => (checkFaqs((await readNewestDocument(db))?.body).file ?? faqs('unreadable')).questions[0]?.question.en
  await db
    .insertInto('help_document')
    .values({ body: JSON.stringify(faqs('Of before')), source: 'seed' })
    .execute()
  await seedFaqs(db, faqs('New'), 5)
  await seedFaqs(db, faqs('Older'), 4)
  expect([await asked(), (await readNewestDocument(db))?.source]).toEqual(['New', 'import'])
  expect(await importFaqs(db, faqs('Edited'))).toEqual([])
  await seedFaqs(db, faqs('Newest'), 9)
  expect(await asked()).toBe('Edited')

  const written: string[] = []
  const places = (asOf: string, version: number, source: 'seed' | 'import' = 'seed') =>
    replacePlaceData(db, { kind: 'shops', source, asOf, rows: [], write: async () => void written.push(asOf) }, version)
  await places('2026-01-01', 5)
  await places('2026-01-01', 7)
  await places('2025-01-01', 6)
  await places('2026-02-01', 8)
  await places('2026-03-01', 8, 'import')
  await places('2026-04-01', 9)
  expect(written).toEqual(['2026-01-01', '2026-02-01', '2026-03-01'])
})
