import { expect, test } from 'vitest'
import { chosenTechnology, coverageLevel, FIVE_G_RADIUS_METRES } from './rules.ts'

test('COV-1 a 5G site reaches 300 m', () => {
  expect(FIVE_G_RADIUS_METRES).toBe(300)
  expect(coverageLevel('5G', 0.15)).toBe('good')
  expect(coverageLevel('5G', 0.3)).toBe('edge')
  expect(coverageLevel('5G', 0.31)).toBe('none')
})

test('COV-1 older networks reach farther', () => {
  expect(coverageLevel('2G', 10)).toBe('edge')
  expect(coverageLevel('4G', 10)).toBe('none')
  expect(coverageLevel('4G', 1)).toBe('good')
  expect(coverageLevel('3G', null)).toBe('none')
})

test('COV-1 only technologies that the data holds can be chosen; 4G is the first question', () => {
  expect(chosenTechnology('5G', ['2G', '3G', '4G', '5G'])).toBe('5G')
  expect(chosenTechnology('5G', ['2G', '3G'])).toBe('3G')
  expect(chosenTechnology('<script>', ['2G', '3G', '4G'])).toBe('4G')
  expect(chosenTechnology(null, [])).toBeNull()
})
