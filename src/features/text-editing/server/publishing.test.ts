import { expect, test, vi } from 'vitest'
import { readNewestDocument } from '#features/help/server/help.store.ts'
import { importContent } from '#features/site-content/server/site-content.ts'
import { readContentVersion } from '#features/site-content/server/site-content.store.ts'
import { APPROVER, EDITOR, OTHER_APPROVER, textWorld } from '#tests/support/text-world.ts'

const world = await textWorld()
const { desk, key, write, approve, served, open, letTimeCome } = world
const why = (result: Awaited<ReturnType<typeof write>>) => (result.kind === 'refused' ? result.why : result.kind)
const soon = () => new Date(Date.now() + 3_600_000)
const [FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH] = [...(await desk.texts()).values()]
  .filter(({ facts }) => facts.group === 'getHelp-translation' && facts.lock === null)
  .filter(({ facts }) => facts.fields.every((field) => field.placeholders.length === 0 && !field.isQuoted))
  .map(({ facts }) => facts.id) as [string, string, string, string, string, string, string]
const OF_ANOTHER_PAGE =
  [...(await desk.texts()).values()].find(
    ({ facts }) => facts.group === 'faq-translation' && facts.fields.every((field) => field.placeholders.length === 0 && !field.isQuoted),
  )?.facts.id ?? ''

test('CON-7 texts of one time are published together, in one transaction and by one replica', async () => {
  for (const id of [FIRST, SECOND]) {
    await write(id, { fr: `${id.length} à l’heure`, en: 'On time' })
    expect(await approve(id, { publishAt: soon() })).toMatchObject({ kind: 'done', state: 'scheduled' })
  }
  expect(await desk.publishDue()).toBe(0)
  expect((await served(FIRST)).en).not.toBe('On time')
  await letTimeCome(FIRST)
  await letTimeCome(SECOND)
  const counts = await Promise.all([desk.publishDue(), desk.publishDue(), desk.publishDue()])
  expect(counts.toSorted()).toEqual([0, 0, 2])
  expect([(await served(FIRST)).en, (await served(SECOND)).en]).toEqual(['On time', 'On time'])
  const told = (await world.audit()).filter(({ act, actor_id }) => act === 'publish-text' && actor_id === 'portal')
  expect(told.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
  expect(new Set(told.map(({ target_id }) => target_id))).toEqual(new Set([FIRST, SECOND]))
  expect(told[0]?.detail).toMatchObject({ 'after en': 'On time' })
})

test('CON-7 while one replica publishes, a reader sees all of it or nothing', async () => {
  const one = FIRST.split('/')[1] ?? ''
  const other = OF_ANOTHER_PAGE.split('/')[1] ?? ''
  await write(OF_ANOTHER_PAGE, { en: 'On time' })
  await approve(OF_ANOTHER_PAGE)
  for (const id of [FIRST, OF_ANOTHER_PAGE]) {
    await write(id, { en: 'Both new' })
    await approve(id, { publishAt: soon() })
    await letTimeCome(id)
  }
  const pairs = new Set<string>()
  const look = async () => {
    const page = await world.content().pinned()
    const [here, there] = [await page.read('getHelp-translation', 'en'), await page.read('faq-translation', 'en')]
    pairs.add(`${String(here[one])} ${String(there[other])}`)
  }
  const publishing = desk.publishDue()
  for (let reader = 0; reader < 20; reader += 1) await look()
  await publishing
  await look()
  expect(pairs).toContain('Both new Both new')
  expect([...pairs].filter((pair) => pair !== 'Both new Both new' && pair !== 'On time On time')).toEqual([])
})

test('CON-7 a page reads all its packages from one version, also when another is published while it is made', async () => {
  const content = world.content()
  const [name = '', text = ''] = THIRD.split('/')
  const pinned = await content.pinned()
  const before = (await pinned.read(name as 'faq-translation', 'en'))[text]
  await write(THIRD, { en: 'While it is made' })
  await approve(THIRD)
  expect((await pinned.read(name as 'faq-translation', 'en'))[text]).toBe(before)
  await vi.waitFor(async () => expect((await content.read(name as 'faq-translation', 'en'))[text]).toBe('While it is made'), 15_000)
  expect((await pinned.read(name as 'faq-translation', 'en'))[text]).toBe(before)
})

test.for<[what: string, minutes: number, refusal: string]>([
  ['in the past', -11, 'time-past'],
  ['a year ago', -525_600, 'time-past'],
  ['in half a year', 262_800, 'time-far'],
])('CON-7 a time %s is refused', async ([, minutes, refusal]) => {
  await write(FOURTH, { en: 'At a time' })
  expect(why(await approve(FOURTH, { publishAt: new Date(Date.now() + minutes * 60_000) }))).toBe(refusal)
})

test('CON-7 a minute that passed while the form was open means now', async () => {
  await write(FOURTH, { en: 'Just over' })
  expect(await approve(FOURTH, { publishAt: new Date(Date.now() - 60_000) })).toMatchObject({ kind: 'done', state: 'published' })
})

test('CON-7 a replica whose clock jumps publishes nothing before its time: the database’s clock decides', async () => {
  await write(FIFTH, { en: 'Not yet' })
  await approve(FIFTH, { publishAt: soon() })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 86_400_000 })
  try {
    expect(await desk.publishDue()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
  expect((await open(FIFTH))?.state).toBe('scheduled')
  // Given back, it stays with its author, whatever the time.
  const revision = (await open(FIFTH))?.revision ?? 0
  expect(why(await desk.giveBack({ staff: APPROVER, key: key(), textId: FIFTH, revision, note: 'Pas encore' }))).toBe('done')
  expect(await open(FIFTH)).toMatchObject({ state: 'draft', note: 'Pas encore', publishAt: null })
})

test('CON-7 a text whose words changed before its time goes back to its author, and the others do not wait for it', async () => {
  const [name = '', text = ''] = SIXTH.split('/')
  await write(SIXTH, { en: 'Late' })
  await approve(SIXTH, { publishAt: soon() })
  await write(SEVENTH, { en: 'In time' })
  await approve(SEVENTH, { publishAt: soon() })
  await importContent(world.db, world.seeds, [{ name, language: 'en', body: { [text]: 'Imported meanwhile' } }])
  await letTimeCome(SIXTH)
  await letTimeCome(SEVENTH)
  expect(await desk.publishDue()).toBe(1)
  expect((await served(SEVENTH)).en).toBe('In time')
  expect(await open(SIXTH)).toMatchObject({ state: 'draft', note: 'stopped: changed' })
  expect((await served(SIXTH)).en).toBe('Imported meanwhile')
  const stopped = (await world.audit()).find(({ outcome, actor_id }) => outcome === 'refused' && actor_id === 'portal')
  expect(stopped).toMatchObject({ act: 'publish-text', target_id: SIXTH, detail: { why: 'changed' } })
})

test('CON-7 rolling back makes a new version: an approver alone brings back the last words, two at once do it once', async () => {
  const id = THIRD
  const before = await served(id)
  await write(id, { en: 'A mistake', fr: 'Une erreur' })
  await approve(id)
  const published = await world.published(id)
  const restore = (staff: typeof APPROVER) => desk.restore({ staff, key: key(), textId: id, published })
  const results = await Promise.all([restore(APPROVER), restore(OTHER_APPROVER)])
  expect(results.map(why).toSorted()).toEqual(['changed', 'done'])
  expect(await served(id)).toEqual(before)
  const [newest] = await desk.history(id)
  expect(newest).toMatchObject({ state: 'published', isRestore: true, number: published + 1 })
  expect((await world.audit()).find(({ outcome, act }) => act === 'restore-text' && outcome === 'done')?.detail).toMatchObject({
    'before en': 'A mistake',
    'after en': before.en,
    'instead of': published,
  })
})

test('CON-7 without anything published there is nothing to bring back', async () => {
  expect(why(await desk.restore({ staff: APPROVER, key: key(), textId: 'footer-translation/free', published: 0 }))).toBe('nothing-before')
})

test('CON-7 a roll back during a publication: the one that comes second sees the first, and no words are lost', async () => {
  const id = FIRST
  await write(id, { en: 'Version A' })
  await approve(id)
  await write(id, { en: 'Version B' })
  await approve(id, { publishAt: soon() })
  await letTimeCome(id)
  const published = await world.published(id)
  const version = await readContentVersion(world.db)
  const [restored] = await Promise.all([desk.restore({ staff: APPROVER, key: key(), textId: id, published }), desk.publishDue()])
  const { en } = await served(id)
  const state = (await open(id))?.state ?? 'published'
  // Restored first: B is stopped and given back. Published first: the restore is refused.
  expect([why(restored), en, state]).toEqual(why(restored) === 'done' ? ['done', en, 'draft'] : ['changed', 'Version B', 'published'])
  expect(en).not.toBe('Version A')
  expect(await readContentVersion(world.db)).toBeGreaterThan(version)
})

const QUESTION = 'help/101'

test('CON-7 a question is written with its title and answer in all languages, and published as a version of the help', async () => {
  const before = await served(QUESTION)
  expect(Object.keys(before)).toEqual(['fr.title', 'fr.answer', 'en.title', 'en.answer'])
  const document = (await readNewestDocument(world.db))?.id ?? 0
  const answer = '<p>Dial <strong>*222#</strong>.</p><ul><li>Then pay.</li></ul>'
  expect(why(await write(QUESTION, { 'en.title': 'How to recharge?', 'en.answer': answer }))).toBe('done')
  expect(why(await approve(QUESTION))).toBe('done')
  expect(await served(QUESTION)).toEqual({ ...before, 'en.title': 'How to recharge?', 'en.answer': answer })
  expect((await readNewestDocument(world.db))?.id).toBeGreaterThan(document)
  expect(why(await world.restore(QUESTION))).toBe('done')
  expect(await served(QUESTION)).toEqual(before)
})

test.for([
  ['a script', '<p>Hi</p><script>alert(1)</script>'],
  ['a handler', '<p onclick="alert(1)">Hi</p>'],
  ['a frame', '<p>Hi</p><iframe src="https://evil.test"></iframe>'],
  ['a dangerous link', '<p><a href="javascript:alert(1)">Hi</a></p>'],
  ['a style', '<p style="position:fixed">Hi</p>'],
  ['a comment', '<p>Hi</p><!-- x -->'],
])('CON-7 HELP-1 an answer with %s is refused', async ([, answer]) => {
  expect(await write(QUESTION, { 'en.answer': answer ?? '' })).toMatchObject({
    kind: 'refused',
    why: 'problems',
    problems: [{ field: 'en.answer', kind: 'markup' }],
  })
})

test('CON-7 a question needs words in every language', async () => {
  expect(await write(QUESTION, { 'fr.title': ' ' })).toMatchObject({ problems: [{ field: 'fr.title', kind: 'empty' }] })
  expect(await write(QUESTION, { 'fr.answer': '<p> </p>' })).toMatchObject({ why: 'problems' })
  expect(await write(QUESTION, { 'fr.answer': 'x'.repeat(100_000) })).toMatchObject({
    problems: [{ field: 'fr.answer', kind: 'too-long' }],
  })
})

test('CON-7 an editor withdraws a draft, and begins again', async () => {
  await write(SECOND, { en: 'Thrown away' }, { isSent: false })
  const revision = (await open(SECOND))?.revision ?? 0
  expect(why(await desk.withdraw({ staff: EDITOR, key: key(), textId: SECOND, revision }))).toBe('done')
  expect(await open(SECOND)).toBeUndefined()
  expect(why(await write(SECOND, { en: 'Once more' }))).toBe('done')
})
