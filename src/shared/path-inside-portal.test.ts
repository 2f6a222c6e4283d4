import { expect, test } from 'vitest'
import { pathInsidePortal } from './path-inside-portal.ts'

test('a path of the portal is kept with its query', () => {
  expect(pathInsidePortal('/data-bundle?msisdn=90000001')).toBe('/data-bundle?msisdn=90000001')
})

test('nothing leads out of the portal by accident', () => {
  for (const text of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '', 'x', '/\t/evil.test', '/\n/evil.test'])
    expect(pathInsidePortal(text), JSON.stringify(text)).toBe('/')
})
