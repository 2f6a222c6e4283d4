import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_SECONDS, keep, readCached, TEXT_SECONDS } from './session-cache.ts'

const START = Date.UTC(2026, 0, 1)
const fresh = vi.fn(async () => 'fresh')

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] })
  fresh.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

test('STATE-2 an entry is data and expiry, ten seconds by default', () => {
  const storage = fakeStorage()
  keep('textsfr', { a: 1 }, undefined, storage)
  expect(JSON.parse(storage.getItem('textsfr') ?? '')).toEqual({ data: { a: 1 }, expires: START + 10_000 })
  expect([DEFAULT_SECONDS, TEXT_SECONDS]).toEqual([10, 3600])
})

test('STATE-2 STATE-4 a cached value is used until it expires, then dropped and fetched again', async () => {
  const storage = fakeStorage()
  keep('textsfr', 'kept', 10, storage)
  vi.setSystemTime(START + 9999)
  expect(await readCached('textsfr', 10, fresh, storage)).toBe('kept')
  expect(fresh).not.toHaveBeenCalled()
  vi.setSystemTime(START + 10_000)
  expect(await readCached('textsfr', 10, async () => undefined, storage)).toBeUndefined()
  expect(storage.getItem('textsfr')).toBeNull()
  expect(await readCached('textsfr', 10, fresh, storage)).toBe('fresh')
  expect(JSON.parse(storage.getItem('textsfr') ?? '')).toEqual({ data: 'fresh', expires: START + 20_000 })
})

test('STATE-2 expired entries are dropped when another one is cached; foreign data stays', () => {
  const storage = fakeStorage()
  storage.setItem('queryData', '{"msisdn":"90000001"}')
  storage.setItem('selectedLanguage', 'EN')
  keep('sitesfr', 'old', 10, storage)
  keep('textsfr', 'fresh', 3600, storage)
  vi.setSystemTime(START + 10_000)
  keep('settingsfr', 'new', 3600, storage)
  expect(['sitesfr', 'textsfr', 'settingsfr', 'queryData', 'selectedLanguage'].map((key) => storage.getItem(key) !== null)).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
})

test('a failed fetch is not cached', async () => {
  const storage = fakeStorage()
  expect(await readCached('textsfr', 10, async () => undefined, storage)).toBeUndefined()
  expect(storage.getItem('textsfr')).toBeNull()
})

test.for(['{', '"text"', '{"data":1}', '{"data":1,"expires":"soon"}'])('foreign data is ignored: %s', async (foreign) => {
  const storage = fakeStorage()
  storage.setItem('textsfr', foreign)
  expect(await readCached('textsfr', 10, fresh, storage)).toBe('fresh')
})

test('a full storage only means that the value is fetched each time', async () => {
  const full = fakeStorage({
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(await readCached('textsfr', 10, fresh, full)).toBe('fresh')
  expect(await readCached('textsfr', 10, fresh, full)).toBe('fresh')
  expect(fresh).toHaveBeenCalledTimes(2)
})

test('F24 a browser without storage still gets its value', async () => {
  expect(await readCached('textsfr', 10, fresh, null)).toBe('fresh')
})

function fakeStorage(changes: Partial<Storage> = {}): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (place) => [...kept.keys()][place] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    ...changes,
  }
}
