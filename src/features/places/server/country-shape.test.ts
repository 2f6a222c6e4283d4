import { expect, test } from 'vitest'
import { TOWNS } from './gazetteer.ts'
import { regionAt } from './country-shape.ts'

test('every town of the gazetteer lies in its own region', () => {
  const wrong = TOWNS.filter((town) => regionAt(town) !== town.region).map(({ name, region }) => `${name} (${region})`)
  expect(wrong).toEqual([])
})

test.for([
  ['Kano', 12.0022, 8.592],
  ['Sokoto', 13.0059, 5.2476],
  ['Gao', 16.2717, -0.0447],
  ['Malanville', 11.8681, 3.383],
  ['N’Djamena', 12.1067, 15.0444],
] as const)('%s is in the rectangle of the search or near it, but not in Niger', ([, latitude, longitude]) => {
  expect(regionAt({ latitude, longitude })).toBeNull()
})
