import { expect, test } from 'vitest'
import { importContent } from '#features/site-content/server/site-content.ts'
import { readContentVersion } from '#features/site-content/server/site-content.store.ts'
import { APPROVER, EDITOR, OTHER_APPROVER, OTHER_EDITOR, someone, textWorld } from '#tests/support/text-world.ts'
import { addEdition, lockOpen } from './edition.store.ts'
import { textMark } from './text-change.ts'

const world = await textWorld()
const { desk, key, write, approve, served, open } = world
const ABOUT = 'about-translation/lead'
const why = (result: Awaited<ReturnType<typeof write>>) => (result.kind === 'refused' ? result.why : result.kind)

/** Each test has a text of its own: all of one list, none of them quoted or with values. */
const free = [...(await desk.texts()).values()]
  .filter(
    ({ facts }) => facts.group === 'faq-translation' || facts.group === 'question-translation' || facts.group === 'getHelp-translation',
  )
  .filter(({ facts }) => facts.fields.every((field) => field.placeholders.length === 0 && !field.isQuoted))
  .map(({ facts }) => facts.id)
function aText(): string {
  const id = free.shift()
  if (id === undefined) throw new Error('more tests than texts')
  return id
}

test('CON-7 a draft is read by no one; published, all replicas read it in all languages, as a version of the package', async () => {
  const id = aText()
  const [name = '', text = ''] = id.split('/')
  const version = await readContentVersion(world.db)
  expect(await write(id, { fr: 'Écrit', en: 'Written' })).toMatchObject({ kind: 'done', state: 'review' })
  expect(await readContentVersion(world.db)).toBe(version)
  expect(await approve(id)).toMatchObject({ kind: 'done', state: 'published' })
  const content = world.content()
  for (const [language, words] of [
    ['fr', 'Écrit'],
    ['en', 'Written'],
  ] as const)
    expect((await content.read(name as 'faq-translation', language))[text]).toBe(words)
  expect(Number(await content.version())).toBeGreaterThan(version)
  const stored = await world.db
    .selectFrom('content_package')
    .selectAll()
    .where('name', '=', name)
    .where('language', '=', 'fr')
    .orderBy('id', 'desc')
    .execute()
  expect(stored[0]).toMatchObject({ source: 'import', seed_version: null, body: { [text]: 'Écrit' } })
  expect(stored.length).toBeGreaterThan(1)
})

test('CON-7 what no one edited still comes with a new version of the portal', async () => {
  const id = aText()
  await write(id, { fr: 'Seul changé', en: 'Only one' })
  await approve(id)
  const [name = '', text = ''] = id.split('/')
  const row = await world.db
    .selectFrom('content_active')
    .innerJoin('content_package', 'content_package.id', 'package_id')
    .select('body')
    .where('content_active.name', '=', name)
    .where('content_active.language', '=', 'en')
    .executeTakeFirstOrThrow()
  expect(row.body).toMatchObject({ [text]: 'Only one' })
  expect(Object.keys(row.body as object).length).toBeLessThan(
    Object.keys(world.seeds.read(name as 'faq-translation', 'en') as object).length,
  )
})

test('CON-4 CON-7 the log has each step with the words before and after, in the transaction of the step', async () => {
  const id = aText()
  const before = await served(id)
  await write(id, { en: 'Logged' })
  await approve(id)
  const [approved, proposed] = await world.audit()
  expect(proposed).toMatchObject({ act: 'publish-text', outcome: 'proposed', actor_id: 'editor-1', target_kind: 'text', target_id: id })
  expect(approved).toMatchObject({
    act: 'publish-text',
    outcome: 'approved',
    actor_id: 'approver-1',
    detail: { 'before en': before.en, 'after en': 'Logged' },
  })
})

test('CON-3 CON-7 no one approves what they wrote in, whatever their roles, also past the code', async () => {
  const id = aText()
  const both = someone('both', 'editor', 'approver')
  await write(id, { en: 'Mine' }, { by: both })
  expect(why(await approve(id, { by: both }))).toBe('own-text')
  // Another editor goes on with it: both stay authors.
  await write(id, { en: 'Ours' }, { by: OTHER_EDITOR })
  expect(why(await approve(id, { by: both }))).toBe('own-text')
  expect((await world.audit())[0]).toMatchObject({ act: 'publish-text', outcome: 'refused', detail: { why: 'own-text' } })
  const past = world.db.updateTable('text_edition').set({ state: 'scheduled', approved_by: 'both' }).where('text_id', '=', id).execute()
  await expect(past).rejects.toThrow('approved_by_another')
  expect(why(await approve(id))).toBe('done')
})

test.for([
  ['viewer', 'role', 'role', 'role'],
  ['care', 'role', 'role', 'role'],
  ['finance', 'role', 'role', 'role'],
  ['editor', 'done', 'role', 'role'],
  ['approver', 'role', 'done', 'done'],
] as const)('CON-2 CON-7 %s: write %s, approve %s, restore %s', async ([role, writing, approving, restoring]) => {
  const id = aText()
  const by = someone(`one-${role}`, role)
  expect(why(await write(id, { en: `By ${role}` }, { by }))).toBe(writing)
  if (writing !== 'done') await write(id, { en: `By ${role}` })
  expect(why(await approve(id, { by }))).toBe(approving)
  if (approving !== 'done') await approve(id)
  expect(why(await world.restore(id, by))).toBe(restoring)
})

test('CON-5 CON-7 of two editors at once, one writes; the other is told, and nothing is lost', async () => {
  const id = aText()
  const shown = await served(id)
  const seen = textMark(shown)
  const save = (staff: typeof EDITOR, en: string) =>
    desk.save({ staff, key: key(), textId: id, typed: { ...shown, en }, seen, revision: 0, isSent: false, bringsBack: null })
  const results = await Promise.all([save(EDITOR, 'First'), save(OTHER_EDITOR, 'Second')])
  expect(results.map(why).toSorted()).toEqual(['changed', 'done'])
  expect((await desk.history(id)).length).toBe(1)
  // An old page of the first editor.
  const again = await desk.save({
    staff: EDITOR,
    key: key(),
    textId: id,
    typed: { ...shown, en: 'Third' },
    seen,
    revision: 0,
    isSent: false,
    bringsBack: null,
  })
  expect(why(again)).toBe('changed')
})

test('CON-5 CON-7 of two approvals at once one counts, and one pressed twice is done once', async () => {
  const id = aText()
  await write(id, { en: 'Twice' })
  const revision = (await open(id))?.revision ?? 0
  const asked = { staff: APPROVER, key: key(), textId: id, revision, publishAt: null }
  const results = await Promise.all([
    desk.approve(asked),
    desk.approve({ ...asked, staff: OTHER_APPROVER, key: key() }),
    desk.approve(asked),
  ])
  expect(results.map(why).filter((each) => each === 'changed').length).toBeGreaterThanOrEqual(1)
  expect(results.map(why)).toContain('done')
  const told = (await world.audit()).filter(({ target_id, outcome }) => target_id === id && outcome === 'approved')
  expect(told).toHaveLength(1)
})

test('CON-7 an import between writing and publishing is not overwritten: the approver is told', async () => {
  const id = aText()
  const [name = '', text = ''] = id.split('/')
  await write(id, { en: 'Written before' })
  expect(await importContent(world.db, world.seeds, [{ name, language: 'en', body: { [text]: 'Imported' } }])).toEqual([])
  expect(why(await approve(id))).toBe('changed')
  expect((await served(id)).en).toBe('Imported')
  // The editor sees the imported words, and writes again.
  expect(why(await write(id, { en: 'Written after' }))).toBe('done')
  expect(why(await approve(id))).toBe('done')
})

test.for<[what: string, changes: Record<string, string>, problem: string]>([
  ['script', { en: 'Hi <script>alert(1)</script>' }, 'markup'],
  ['a foreign placeholder', { en: 'Hi {pin}' }, 'foreign-value'],
  ['a mark that turns the line', { fr: 'Bonjour \u202eruojnoB' }, 'odd-sign'],
  ['a control character', { fr: 'Bonjour\u0007' }, 'odd-sign'],
  ['100 KB', { en: 'x'.repeat(100_000) }, 'too-long'],
  ['nothing', { en: '   ' }, 'empty'],
])('CON-7 %s in a text is refused, and nothing is stored', async ([, changes, problem]) => {
  const result = await write(ABOUT, changes)
  expect(result).toMatchObject({ kind: 'refused', why: 'problems', problems: [{ kind: problem }] })
  expect(await desk.history(ABOUT)).toEqual([])
})

test('CON-7 a list of texts cannot outgrow the bytes of its pages', async () => {
  const many = [...(await desk.texts()).values()].filter(
    ({ facts }) =>
      facts.group === 'hbb-lead-translation' && facts.fields.every((field) => !field.isQuoted && field.placeholders.length === 0),
  )
  let refused = ''
  for (const { facts, texts } of many) {
    const length = facts.fields.find(({ field }) => field === 'fr')?.maxLength ?? 0
    const result = await write(facts.id, { fr: `${texts.fr ?? ''} ${'é'.repeat(length)}`.slice(0, length) })
    if (result.kind === 'refused') refused = result.problems[0]?.kind ?? ''
    else await approve(facts.id)
  }
  expect(refused).toBe('page-weight')
})

test('CON-7 words that the specification quotes stay in English, and may change in French', async () => {
  const id = 'recharge-translation/buyAirtime'
  expect(await write(id, { en: 'TOP UP' })).toMatchObject({ why: 'problems', problems: [{ field: 'en', kind: 'quoted' }] })
  expect(why(await write(id, { fr: 'Recharger' }))).toBe('done')
  expect(why(await approve(id))).toBe('done')
  expect(await served(id)).toMatchObject({ fr: 'Recharger', en: 'BUY AIRTIME' })
})

test.for(['otp-translation/title', 'wallet-translation/pinTitle', 'places-translation/searchNothing'])(
  'CON-7 a text that a script loads later is not edited here: %s',
  async (named) => {
    const [group = ''] = named.split('/')
    const id = [...(await desk.texts()).values()].find(({ facts }) => facts.group === group && facts.lock !== null)?.facts.id ?? ''
    expect(id).not.toBe('')
    expect(why(await write(id, { en: 'Changed' }))).toBe('locked')
  },
)

test('CON-7 what was published can be neither changed nor removed', async () => {
  const id = aText()
  await write(id, { en: 'Kept' })
  await approve(id)
  const rows = () => world.db.updateTable('text_edition').set({ author_name: 'x' }).where('text_id', '=', id).execute()
  await expect(rows()).rejects.toThrow('never changed')
  await expect(world.db.deleteFrom('text_edition').where('text_id', '=', id).execute()).rejects.toThrow('never changed')
})

test('CON-7 one edition of a text is open, also past the code', async () => {
  const id = aText()
  await write(id, { en: 'Open' })
  const row = { textId: id, texts: {}, base: {}, bringsBack: null, author: EDITOR, at: new Date(), state: 'draft' as const }
  expect(await addEdition(world.db, row)).toBeNull()
  expect(await world.db.transaction().execute((tx) => lockOpen(tx, id))).toMatchObject({ state: 'review', number: 1 })
})
