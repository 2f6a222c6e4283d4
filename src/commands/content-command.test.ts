import { mkdtempSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSeedFiles } from '#features/site-content/server/shipped-packages.ts'
import { seedContent } from '#features/site-content/server/site-content.ts'
import { openDatabase } from '#server/database/database.ts'
import { testDatabase } from '#tests/support/test-database.ts'
import { runContentCommand } from './content-command.ts'

const db = openDatabase((await testDatabase()).pool)
await seedContent(db, readSeedFiles())
const run = (...args: string[]) => runContentCommand(args, async () => db)

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-content-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

test('exported content can be checked and imported again', async () => {
  const folder = folderWith({})
  expect(await run('export', folder)).toMatchObject({ ok: true })
  expect(JSON.parse(readFileSync(join(folder, 'fr/search-translation.json'), 'utf8'))).toMatchObject({ search: 'Chercher' })
  expect(await run('check', folder)).toMatchObject({ ok: true })
  expect(await run('import', folder)).toMatchObject({ ok: true })
})

test('an edited text is served after the import', async () => {
  const folder = folderWith({ 'fr/search-translation.json': '{"search":"Chercher ici"}' })
  expect(await run('import', folder)).toMatchObject({ ok: true, message: '1 packages imported\n' })
  const out = folderWith({})
  await run('export', out)
  expect(readFileSync(join(out, 'fr/search-translation.json'), 'utf8')).toContain('Chercher ici')
})

test.for([
  [{ 'fr/nothing.json': '{}' }, /fr\/nothing: there is no such package/],
  [{ 'fr/search-translation.json': '{"search":"a","search":"b"}' }, /a key is repeated/],
  [{ 'de/search-translation.json': '{}' }, /the folder must be named fr or en/],
  [{ 'fr/search-translation.json': '{"search":"<script>"}' }, /holds markup/],
  [{}, /no files were found/],
] as const)('a wrong file changes nothing and says why: %o', async ([files, message]) => {
  const outcome = await run('import', folderWith(files))
  expect(outcome.ok).toBe(false)
  expect(outcome.message).toMatch(message)
})

test('without arguments it prints its usage', async () => {
  expect(await run()).toMatchObject({ ok: false, message: expect.stringContaining('npm run content -- import') })
})

test('the questions of the help centre are checked and imported as a separate file', async () => {
  expect(await run('check', 'faqs', 'content/data/faqs.json')).toMatchObject({ ok: true })
  expect(await run('import', 'faqs', 'content/data/faqs.json')).toMatchObject({ ok: true })
  const folder = folderWith({ 'faqs.json': '{"categories":[],"questions":[],"topics":{}}', 'broken.json': '{' })
  expect(await run('import', 'faqs', join(folder, 'faqs.json'))).toMatchObject({
    ok: false,
    message: expect.stringContaining('/categories'),
  })
  expect(await run('import', 'faqs', join(folder, 'broken.json'))).toMatchObject({ ok: false })
})

test('a folder of content may contain data files, which have their own commands', async () => {
  expect(await run('check', 'content')).toMatchObject({ ok: true })
})

test('shops and sites are checked and imported from a table', async () => {
  const folder = folderWith({
    'sites.csv': 'title,latitude,longitude,_2Gservice,_3Gservice,_4Gservice,_5Gservice\nDosso 1,13.049,3.1937,1,1,0,0\n',
    'shops.csv': 'number,kind,name\n1,shop,Boutique\n',
  })
  expect(await run('check', 'sites', join(folder, 'sites.csv'))).toMatchObject({ ok: true })
  expect(await run('import', 'sites', join(folder, 'sites.csv'))).toMatchObject({ ok: true })
  expect(await run('import', 'shops', join(folder, 'shops.csv'))).toEqual({
    ok: false,
    message: "Nothing was changed:\n  line 2: 'town' is missing\n",
  })
  expect(await run('check', 'shops')).toMatchObject({ ok: true, message: expect.stringMatching(/ne-tenere\/shops\.csv is correct\n$/) })
})
