import { expect, test } from 'vitest'
import { encodedBody } from './encoded-body.ts'
import { createPageCache, type FinishedPage } from './page-cache.ts'

const page = (status: number): FinishedPage => ({
  status,
  headers: {},
  policy: '',
  etag: '',
  body: encodedBody('', 5),
  answers: new Map(),
})

test('a page is kept for its lifetime and not longer', () => {
  let now = 0
  const cache = createPageCache({ mostPages: 10, lifetimeMs: 100, now: () => now })
  cache.set('a', page(200))
  now = 99
  expect(cache.get('a')?.status).toBe(200)
  now = 100
  expect(cache.get('a')).toBeUndefined()
})

test('a full cache forgets the page that was not asked for the longest', () => {
  const cache = createPageCache({ mostPages: 2, lifetimeMs: 100, now: () => 0 })
  cache.set('a', page(1))
  cache.set('b', page(2))
  cache.get('a')
  cache.set('c', page(3))
  expect(cache.get('b')).toBeUndefined()
  expect(cache.get('a')?.status).toBe(1)
  expect(cache.get('c')?.status).toBe(3)
})
