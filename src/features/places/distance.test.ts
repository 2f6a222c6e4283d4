import { expect, test } from 'vitest'
import { bearingBetween, compassPointBetween } from './bearing.ts'
import { formatKilometres, kilometresBetween, milesBetween } from './distance.ts'

const NIAMEY = { latitude: 13.51366, longitude: 2.1098 }
const ZINDER = { latitude: 13.80716, longitude: 8.9881 }
const DOSSO = { latitude: 13.049, longitude: 3.1937 }

test('SHOP-1 distances are in kilometres and agree with the known ones', () => {
  expect(kilometresBetween(NIAMEY, ZINDER)).toBeCloseTo(743.4, 0)
  expect(kilometresBetween(NIAMEY, NIAMEY)).toBe(0)
  expect(kilometresBetween({ latitude: 13, longitude: 2 }, { latitude: 14, longitude: 2 })).toBeCloseTo(111.2, 1)
})

test('SHOP-1 the specification’s helper answers miles to one decimal', () => {
  expect(milesBetween(NIAMEY, DOSSO)).toBe(79.6)
  expect(milesBetween(NIAMEY, NIAMEY)).toBe(0)
})

test('directions are those of a compass', () => {
  expect(bearingBetween(NIAMEY, { latitude: 14.5, longitude: 2.1098 })).toBeCloseTo(0)
  expect(compassPointBetween(NIAMEY, ZINDER)).toBe('east')
  expect(compassPointBetween(ZINDER, NIAMEY)).toBe('west')
  expect(compassPointBetween(NIAMEY, { latitude: 13, longitude: 2.1098 })).toBe('south')
})

test('a distance is said as people say it', () => {
  expect(formatKilometres(0.004, 'fr')).toBe('10\u00a0m')
  expect(formatKilometres(0.352, 'fr')).toBe('350\u00a0m')
  expect(formatKilometres(0.999, 'fr')).toBe('1,0\u00a0km')
  expect(formatKilometres(3.24, 'fr')).toBe('3,2\u00a0km')
  expect(formatKilometres(3.24, 'en')).toBe('3.2\u00a0km')
  expect(formatKilometres(127.6, 'fr')).toBe('128\u00a0km')
})
