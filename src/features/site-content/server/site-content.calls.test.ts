import { expect, test } from 'vitest'
import { packageOf } from './site-content.calls.ts'

test('STATE-3 the lang header names the exact language behind /sw', () => {
  expect(packageOf('/recharge-translation', 'fr')).toEqual({ name: 'recharge-translation', language: 'en' })
  expect(packageOf('/sw/recharge-translation', null)).toEqual({ name: 'recharge-translation', language: 'fr' })
  expect(packageOf('/sw/recharge-translation', 'en')).toEqual({ name: 'recharge-translation', language: 'fr' })
})

test('API-6 unprefixed packages follow the lang header, then the country', () => {
  expect(packageOf('/meta-data-config', 'en')).toEqual({ name: 'meta-data-config', language: 'en' })
  expect(packageOf('/meta-data-config', null)).toEqual({ name: 'meta-data-config', language: 'fr' })
  expect(packageOf('/sw/meta-data-config', 'fr')).toBeNull()
})

test('anything else is no package', () => {
  for (const pageUrl of [
    '',
    '/',
    '/unknown',
    '/__proto__',
    '/constructor',
    '/sw/../recharge-translation',
    'recharge-translation',
    '/sw/sw/orp-translation',
  ])
    expect(packageOf(pageUrl, 'fr'), pageUrl).toBeNull()
})
