import { expect, test } from 'vitest'
import { formatNumber } from './format-number.ts'
import { LANGUAGES, localeOf } from './language.ts'

const VALUES = [
  0,
  7,
  10,
  999,
  1000,
  12_345,
  100_000,
  999_999,
  1_000_000,
  1_000_000_000,
  -5,
  -1234,
  0.5,
  1.25,
  12.4,
  999.999,
  1234.5,
  0.1 + 0.2,
]

test.each(LANGUAGES)('GEN-2 numbers in %s are written as the platform writes them', (language) => {
  for (const digits of [{}, { least: 0, most: 0 }, { least: 1, most: 1 }, { least: 2, most: 2 }, { least: 0, most: 2 }])
    for (const value of VALUES) {
      const platform = new Intl.NumberFormat(localeOf(language), {
        minimumFractionDigits: digits.least ?? 0,
        maximumFractionDigits: digits.most ?? 3,
      })
      expect(formatNumber(value, language, digits)).toBe(platform.format(value))
    }
})

test('GEN-2 a French number with thousands stays on one line', () => {
  expect(formatNumber(12_345.6, 'fr')).toBe('12\u202f345,6')
  expect(formatNumber(12_345.6, 'en')).toBe('12,345.6')
})
