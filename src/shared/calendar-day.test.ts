import { expect, test } from 'vitest'
import { calendarDay, formatDay, formatLongDay, formatLongMoment } from './calendar-day.ts'

test('GEN-2 a day begins at midnight in Niamey, an hour before it does in London', () => {
  expect(calendarDay(new Date('2026-11-14T22:59:59Z'))).toBe('2026-11-14')
  expect(calendarDay(new Date('2026-11-14T23:00:00Z'))).toBe('2026-11-15')
})

test('a day is written as people of each language write it', () => {
  expect(formatDay('2026-11-05', 'fr')).toBe('5 nov. 2026')
  expect(formatDay('2026-11-05', 'en')).toMatch(/5.*Nov|Nov.*5/)
  expect(formatDay('', 'fr')).toBe('')
  expect(formatLongDay('2026-11-05', 'fr')).toBe('5 novembre 2026')
  expect(formatLongDay('2026-11-01', 'fr')).toBe('1er novembre 2026')
  expect(formatLongDay('2026-11-11', 'fr')).toBe('11 novembre 2026')
  expect(formatLongDay('2026-11-05', 'en')).toBe('5 November 2026')
})

test('the first of a month is written 1er in French, and only there', () => {
  expect(formatDay('2026-11-01', 'fr')).toBe('1er nov. 2026')
  expect(formatDay('2026-11-11', 'fr')).toBe('11 nov. 2026')
  expect(formatDay('2026-11-01', 'en')).not.toContain('1er')
  expect(formatLongMoment('2026-11-01T13:49:00Z', 'fr')).toMatch(/^1er novembre 2026 à 14:49$/)
  expect(formatLongMoment('2026-11-01T13:49:00Z', 'en')).toMatch(/^1 November 2026/)
})
