import { beforeEach, expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { cookiesOf, testPortal } from '#tests/support/test-portal.ts'

const portal = await testPortal()
const LIKE_COUNT = `${API_PREFIX}/cms/webpage/likeCount/`

const post = (questionId: string, isLike: boolean, cookie = '') =>
  portal.call({ method: 'POST', url: LIKE_COUNT, headers: { cookie }, payload: { opco: 'NE', questionId, isLike } })
const byAddress = (headers: Record<string, string>, query: Record<string, string> = {}) =>
  portal.call({ url: LIKE_COUNT, query: { opco: 'NE', questionId: '102', isLike: 'true', ...query }, headers })
const question = async (questionId: string, cookie = '') =>
  (await portal.call({ url: `${API_PREFIX}/help/v1/question`, query: { questionId }, headers: { cookie } })).json().result

// Each test starts with unused rate limits.
beforeEach(() => portal.database.pool.query('delete from rate_limit'))

test('HELP-3 a vote begins a visit, is counted, and the question fetched again shows the percentage', async () => {
  const answer = await post('101', true)
  expect(answer.json().result).toEqual({ questionId: '101', isCounted: true, countLikePercentage: 100, votes: 1 })
  await post('101', false)
  expect(await question('101', cookiesOf(answer))).toMatchObject({ countLikePercentage: 50, votes: 2, hasVoted: true })
  expect(await question('101')).toMatchObject({ hasVoted: false })
})

test('abuse 73 HELP-3 one visit votes once on a question, whatever it says the second time', async () => {
  const cookie = cookiesOf(await post('103', true))
  expect((await post('103', false, cookie)).json().result).toMatchObject({ isCounted: false, countLikePercentage: 100, votes: 1 })
  expect((await post('104', false, cookie)).json().result).toMatchObject({ isCounted: true, countLikePercentage: 0, votes: 1 })
})

test('HELP-3 thirty votes at once from one visit count as one, from thirty visits as thirty', async () => {
  const cookie = cookiesOf(await post('105', true))
  await Promise.all(Array.from({ length: 30 }, () => post('111', true, cookie)))
  expect(await question('111')).toMatchObject({ votes: 1, countLikePercentage: 100 })
  const answers = await Promise.all(Array.from({ length: 30 }, (_, place) => post('112', place % 3 === 0)))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(await question('112')).toMatchObject({ votes: 30, countLikePercentage: 33 })
})

test('S8 the specification’s GET votes only from our own pages, and never by prefetching', async () => {
  const callers: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
    { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' },
    { 'sec-fetch-site': 'same-origin', purpose: 'prefetch' },
  ]
  for (const headers of callers) {
    const answer = await byAddress(headers)
    expect(answer.statusCode, JSON.stringify(headers)).toBe(403)
    expect(cookiesOf(answer)).toBe('')
  }
  expect(await question('102')).toMatchObject({ votes: 0 })
  expect((await byAddress({ 'sec-fetch-site': 'same-origin' })).json().result).toMatchObject({ isCounted: true, votes: 1 })
})

test('a vote from a foreign page is refused', async () => {
  const payload = { opco: 'NE', questionId: '102', isLike: true }
  const answer = await portal.call({ method: 'POST', url: LIKE_COUNT, headers: { origin: 'https://evil.test' }, payload })
  expect(answer.statusCode).toBe(403)
})

test.for([
  ['isLike', 'yes'],
  ['isLike', '1'],
  ['questionId', ''],
  ['questionId', 'abc'],
  ['opco', 'ML'],
  ['more', 'x'],
] as const)('a vote with %s=%s is refused', async ([name, value]) => {
  expect((await byAddress({ 'sec-fetch-site': 'same-origin' }, { [name]: value })).statusCode).toBe(400)
})

test('a vote on a question that does not exist is refused and leaves no trace', async () => {
  expect((await post('999999', true)).statusCode).toBe(404)
  const { rows } = await portal.database.pool.query("select * from help_count where question_id = '999999'")
  expect(rows).toEqual([])
})

test('abuse 73 votes that discard their cookies are stopped by the limit of a question', async () => {
  const answers = await Promise.all(Array.from({ length: 80 }, () => post('201', false)))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect((await question('201')).votes).toBe(80 - refused.length)
})

test('what was counted stays counted when a visit ends', async () => {
  await post('202', true)
  await portal.database.pool.query('delete from visit')
  expect(await question('202')).toMatchObject({ votes: 1 })
})
