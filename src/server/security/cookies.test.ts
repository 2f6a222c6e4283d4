import { expect, test } from 'vitest'
import { readCookie } from './cookies.ts'

test('one cookie is read from among others', () => {
  expect(readCookie('a=1; sid=abc; sidx=2', 'sid')).toBe('abc')
  expect(readCookie('xsid=abc', 'sid')).toBeNull()
  expect(readCookie(undefined, 'sid')).toBeNull()
})

test('a cookie sent twice counts as absent', () => {
  expect(readCookie('sid=a; sid=b', 'sid')).toBeNull()
})
