import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { cookiesOf, testPortal } from '#tests/support/test-portal.ts'

const portal = await testPortal()

const give = (payload: object, headers: Record<string, string> = {}) =>
  portal.call({
    method: 'POST',
    url: `${API_PREFIX}/feedback/v1/feedback`,
    payload: { rating: 4, words: '', website: '', ...payload },
    headers,
  })

async function stored() {
  const { rows } = await portal.database.pool.query<{ rating: number; words: string; language: string }>(
    'select * from feedback order by id',
  )
  return rows
}

test('ROUTE-3 a rating and text are stored with their language, without the visit', async () => {
  expect((await give({ rating: 5, words: ' Merci ! ' }, { lang: 'fr' })).statusCode).toBe(200)
  expect((await stored()).at(-1)).toMatchObject({ rating: 5, words: 'Merci !', language: 'fr' })
  expect(Object.keys((await stored()).at(-1) ?? {})).not.toContain('visit_id')
})

test('a card number is masked before it is stored', async () => {
  await give({ words: 'ma carte 4084 0840 8408 4081 est refusée' })
  expect((await stored()).at(-1)?.words).toBe('ma carte •••• 4081 est refusée')
})

test('abuse 16 markup and unusual characters are stored as text', async () => {
  const words = '<script>alert(1)</script> \u202e %s {x} 🙂'
  await give({ words })
  expect((await stored()).at(-1)?.words).toBe(words)
})

test('abuse 78 a bot that fills in every field gets a normal answer, and nothing is stored', async () => {
  const before = (await stored()).length
  const answer = await give({ words: 'buy', website: 'https://spam.test' })
  expect(answer.statusCode).toBe(200)
  expect(cookiesOf(answer)).toBe('')
  expect(await stored()).toHaveLength(before)
})

test.for([
  { rating: 0 },
  { rating: 6 },
  { rating: 2.5 },
  { rating: '5' },
  { rating: null },
  { words: 'x'.repeat(1001) },
  { words: 5 },
  { more: 1 },
])('what does not fit is refused: %o', async (payload) => expect((await give(payload)).statusCode).toBe(400))

test('one visit may send three opinions and is then rate-limited', async () => {
  const cookie = cookiesOf(await give({ words: 'un' }))
  for (const expected of [200, 200, 429]) expect((await give({ words: 'encore' }, { cookie })).statusCode).toBe(expected)
})
