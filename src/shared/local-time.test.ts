import { expect, test } from 'vitest'
import { laterQuarter, localInstant, localTime } from './local-time.ts'

test('CON-8 an end is a day and a time of the country', () => {
  // Niamey is an hour ahead of UTC.
  expect(localInstant('2026-11-19', '16:00')?.toISOString()).toBe('2026-11-19T15:00:00.000Z')
  expect(localInstant('2026-11-19', '00:30')?.toISOString()).toBe('2026-11-18T23:30:00.000Z')
  expect(localTime(new Date('2026-11-19T23:30:00Z'))).toBe('00:30')
})

test.for([
  ['2026-02-30', '10:00'],
  ['2026-11-19', '24:00'],
  ['2026-11-19', '9:00'],
  ['', ''],
  ['2026-11-19T00:00', '10:00'],
  ['2026-11-19', '10:00:00'],
])('CON-8 %s %s is no end', ([day = '', time = '']) => {
  expect(localInstant(day, time)).toBeNull()
})

test('CON-8 a form offers the next whole quarter', () => {
  expect(laterQuarter(new Date('2026-11-19T10:01:00Z'), 2).toISOString()).toBe('2026-11-19T12:15:00.000Z')
  expect(laterQuarter(new Date('2026-11-19T10:00:00Z'), 2).toISOString()).toBe('2026-11-19T12:00:00.000Z')
})
