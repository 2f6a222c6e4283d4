import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession, writeSession } from './session-keys.ts'

beforeEach(() => {
  sessionStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('STATE-1 a value is kept under the specification’s key, as it was written', () => {
  writeSession('selectedLanguage', 'FR')
  expect(sessionStorage.getItem('selectedLanguage')).toBe('FR')
  expect(readSession('selectedLanguage')).toBe('FR')
})

test('STATE-1 writing null removes the key', () => {
  writeSession('queryData', '{}')
  writeSession('queryData', null)
  expect(readSession('queryData')).toBeNull()
  expect(sessionStorage).toHaveLength(0)
})

test('F24 a browser that refuses storage works without it', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
  writeSession('id', '42')
  writeSession('id', null)
  expect(readSession('id')).toBeNull()
})
