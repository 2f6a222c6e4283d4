import { expect, test } from 'vitest'
import { openingLines, openingState, type OpeningWeek, parseOpeningHours, weekMomentOf } from './opening-hours.ts'

function week(text: string): OpeningWeek {
  const parsed = parseOpeningHours(text)
  if (!parsed) throw new Error(`${text} is not understood`)
  return parsed
}

const usual = week('Mo-Th 08:00-12:30,15:00-18:30; Fr 08:00-12:00; Sa 08:30-13:00')
const at = (day: number, hour: number, minute = 0) => openingState(usual, { day, minute: hour * 60 + minute })

test('open now says until when, closed says when it opens', () => {
  expect(at(0, 9)).toEqual({ kind: 'open', closesAt: 750 })
  expect(at(0, 12, 30)).toEqual({ kind: 'closed', opensInDays: 0, day: 0, opensAt: 900 })
  expect(at(0, 18, 30)).toEqual({ kind: 'closed', opensInDays: 1, day: 1, opensAt: 480 })
  expect(at(5, 13)).toEqual({ kind: 'closed', opensInDays: 2, day: 0, opensAt: 480 })
  expect(at(6, 10)).toEqual({ kind: 'closed', opensInDays: 1, day: 0, opensAt: 480 })
})

test('a shop that is open once a week opens again in a week', () => {
  const once = week('Mo 08:00-12:00')
  expect(openingState(once, { day: 0, minute: 900 })).toEqual({ kind: 'closed', opensInDays: 7, day: 0, opensAt: 480 })
})

test('days with the same hours stand together', () => {
  expect(openingLines(usual).map(({ firstDay, lastDay, intervals }) => [firstDay, lastDay, intervals.length])).toEqual([
    [0, 3, 2],
    [4, 4, 1],
    [5, 5, 1],
    [6, 6, 0],
  ])
})

test.for([
  '',
  'Mo',
  'Mo 8:00-12:00',
  'Xx 08:00-12:00',
  'Fr-Mo 08:00-12:00',
  'Mo 12:00-08:00',
  'Mo 08:00-25:00',
  'Mo 08:00-12:00,11:00-13:00',
  'Mo 08:00-12:70',
])('impossible hours are refused: %s', (text) => {
  expect(parseOpeningHours(text)).toBeNull()
})

test('the moment is the country’s, not the server’s', () => {
  expect(weekMomentOf(new Date('2026-11-15T23:30:00Z'), 'Africa/Niamey')).toEqual({ day: 0, minute: 30 })
  expect(weekMomentOf(new Date('2026-11-15T12:05:00Z'), 'Africa/Niamey')).toEqual({ day: 6, minute: 785 })
})
