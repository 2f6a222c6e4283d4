import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { cookiesOf, testPortal } from '#tests/support/test-portal.ts'
import { readFaqSeed } from './faq-file.ts'
import { importFaqs, seedFaqs } from './help-library.ts'

let now = new Date('2026-11-15T10:00:00Z')
const portal = await testPortal({ clock: { now: () => now } })
const later = () => (now = new Date(now.getTime() + 10_000))

async function get(path: string, query: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await portal.call({ url: `${API_PREFIX}${path}`, query, headers })
  return { status: answer.statusCode, headers: answer.headers, result: answer.json().result }
}

test('API-6 the FAQ list has the fields of the specification, in the language of the lang header', async () => {
  const { result } = await get('/cms/webpage/getFaqs_pCategory', { opco: 'NE' }, { lang: 'en' })
  expect(result.length).toBeGreaterThanOrEqual(60)
  expect(Object.keys(result[0]).toSorted()).toEqual(
    ['parentCategory', 'category', 'question', 'answer', 'href', 'popular', 'questionId', 'countLikePercentage'].toSorted(),
  )
  expect(result[0]).toMatchObject({
    parentCategory: 'Recharging a line',
    category: 'Buying airtime',
    question: 'How do I recharge a prepaid line?',
    href: 'href',
    popular: 'true',
    questionId: '101',
    countLikePercentage: 0,
  })
  expect((await get('/cms/webpage/getFaqs_pCategory', { opco: 'NE' })).result[0].parentCategory).toBe('Recharger une ligne')
  expect((await get('/cms/webpage/getFaqs_pCategory', { opco: 'ML' })).status).toBe(400)
})

test('HELP-1 stage 1 has the parent categories and at most 10 popular questions', async () => {
  const { result } = await get('/help/v1/overview', {})
  expect(result.parents.filter((parent: { isSpecial: boolean }) => !parent.isSpecial).length).toBeGreaterThanOrEqual(8)
  expect(result.popular).toHaveLength(10)
})

test('HELP-1 stage 2 has all questions of a parent and at most 5 popular ones, stage 3 those of one category', async () => {
  const parent = (await get('/help/v1/category', { parent: 'remboursement' })).result
  expect(parent.sections).toHaveLength(3)
  expect(parent.popular.length).toBeLessThanOrEqual(5)
  const category = (await get('/help/v1/category', { parent: 'remboursement', category: 'preuve' })).result
  expect(category.sections).toEqual(parent.sections.filter(({ path }: { path: string }) => path.endsWith('/preuve')))
  expect(category.siblings).toHaveLength(3)
})

test('a category or question that does not exist is a 404; a special category has no stage of its own', async () => {
  const queries: Record<string, string>[] = [{ parent: 'nothing' }, { parent: 'recharge', category: 'nothing' }, { parent: 'contact-us' }]
  for (const query of queries) expect((await get('/help/v1/category', query)).status).toBe(404)
  expect((await get('/help/v1/question', { questionId: '999999' })).status).toBe(404)
  expect((await get('/help/v1/question', { questionId: "1' or 1=1" })).status).toBe(400)
})

test('HELP-1 stage 4 has the answer, where it belongs and its neighbours', async () => {
  const { result } = await get('/help/v1/question', { questionId: '701' })
  expect(result).toMatchObject({
    question: 'J’ai été débité mais je n’ai rien reçu.',
    path: '/gethelp/question/701-j-ai-ete-debite-mais-je-n-ai-rien',
    parent: { path: '/gethelp/remboursement' },
    category: { path: '/gethelp/remboursement/debite' },
    hasVoted: false,
  })
  expect(result.related).toHaveLength(4)
  expect(result.summary).not.toContain('<')
})

test('one address in every language', async () => {
  const french = await get('/help/v1/question', { questionId: '101' })
  const english = await get('/help/v1/question', { questionId: '101' }, { lang: 'en' })
  expect(english.result.path).toBe(french.result.path)
})

const found = (result: { matches: { questionId: string }[]; similar: { questionId: string }[] }) =>
  [...result.matches, ...result.similar].map(({ questionId }) => questionId)

test('HELP-2 suggestions are the questions whose lowercased text includes the typed text', async () => {
  const { result } = await get('/help/v1/search', { text: 'RECHARGER UNE LIGNE' })
  expect(result.matches[0].parts).toEqual([
    { text: 'Comment ', isMatch: false },
    { text: 'recharger une ligne', isMatch: true },
    { text: ' prépayée\u202f?', isMatch: false },
  ])
})

test.for([
  ['recharche', '101'],
  ['rembourcement', '703'],
  ['factur', '301'],
  ['tenere moni', '621'],
  ['code pas recu', '801'],
  ['reseaux', '1001'],
  ['arnaque', '821'],
  ['mifi', '501'],
  ['débité rien reçu', '701'],
] as const)('HELP-2 a person who types %j still finds question %s', async ([text, questionId]) => {
  expect(found((await get('/help/v1/search', { text })).result).slice(0, 6)).toContain(questionId)
})

test('HELP-2 without similar questions the result is empty', async () => {
  for (const text of ['zzzzqqq', '%', '.*', '\\', '<script>', "' or 1=1 --"])
    expect(found((await get('/help/v1/search', { text })).result), text).toEqual([])
})

test('abuse 76 a search text of 10 kB, an empty one or a repeated one is refused', async () => {
  for (const query of ['text=', `text=${'a'.repeat(10_000)}`, 'text=a&text=b', 'text=a&more=b', 'text=a&__proto__=b']) {
    const answer = await portal.call({ url: `${API_PREFIX}/help/v1/search?${query}` })
    expect(answer.statusCode, query.slice(0, 20)).toBe(400)
  }
})

test('each page is offered two or three questions', async () => {
  const { result } = await get('/help/v1/topic', { topic: 'prepaid-recharge' })
  expect(result).toHaveLength(3)
  expect((await get('/help/v1/topic', { topic: 'nothing' })).status).toBe(400)
})

test('ROUTE-5 a help item with an href is the page itself', async () => {
  const { result } = await get('/help/v1/question', { questionId: '290' })
  expect(result).toMatchObject({ path: '/table', opensPage: true })
})

test('an editor’s file replaces the questions within seconds, and a new portal version does not undo it', async () => {
  const file = readFaqSeed()
  const [first] = file.questions
  if (first) first.question.en = 'How do I top up?'
  expect(await importFaqs(portal.db, file)).toEqual([])
  const before = await portal.contentVersion()
  later()
  expect((await get('/help/v1/question', { questionId: '101' }, { lang: 'en' })).result.question).toBe('How do I top up?')
  expect(await portal.contentVersion()).not.toBe(before)
  await seedFaqs(portal.db, readFaqSeed())
  later()
  expect((await get('/help/v1/question', { questionId: '101' }, { lang: 'en' })).result.question).toBe('How do I top up?')
})

test('HELP-1 HTML written directly into the database is sanitised before it reaches a page', async () => {
  const file = readFaqSeed()
  const [first] = file.questions
  if (first) first.answer.fr = '<p>Bonjour<img src=x onerror=alert(1)><script>alert(1)</script></p>'
  await portal.db
    .insertInto('help_document')
    .values({ body: JSON.stringify(file), source: 'import' })
    .execute()
  later()
  expect((await get('/help/v1/question', { questionId: '101' })).result.answer).toBe('<p>Bonjour</p>')
})

test('abuse 50 with a broken document the shipped questions are served', async () => {
  await portal.db.insertInto('help_document').values({ body: '{"questions":"none"}', source: 'import' }).execute()
  later()
  expect((await get('/help/v1/question', { questionId: '101' }, { lang: 'en' })).result.question).toBe('How do I recharge a prepaid line?')
})

test('the cookie of a visit is not set by reading', async () => {
  const answer = await portal.call({ url: `${API_PREFIX}/help/v1/question`, query: { questionId: '101' } })
  expect(cookiesOf(answer)).toBe('')
})
