import { expect, test } from 'vitest'
import { isWithin, MAP_ZOOM } from './coordinates.ts'
import { MAP_CENTRE, readCoordinates, SEARCH_RECTANGLE } from './operator-map.ts'

test('MAP-1 the map begins above Niamey with the zooms of the specification', () => {
  expect(MAP_CENTRE).toEqual({ latitude: 13.5137, longitude: 2.1098 })
  expect(MAP_ZOOM).toEqual({ atStart: 9, afterSearch: 15, onShop: 13, onLead: 12 })
  expect(isWithin(SEARCH_RECTANGLE, MAP_CENTRE)).toBe(true)
})

test('coordinates are read as they are written', () => {
  expect(readCoordinates('13.5137', '2.1098')).toEqual({ latitude: 13.5137, longitude: 2.1098 })
  expect(readCoordinates('17', '-1.4')).toEqual({ latitude: 17, longitude: -1.4 })
})

test.for([
  ['NaN', '2.1'],
  ['1e308', '2.1'],
  ['13.5', 'Infinity'],
  ['2.1098', '13.5137'],
  ['48.85', '2.35'],
  ['13.5', ''],
  ['13,5', '2.1'],
  [' 13.5', '2.1'],
  ['0x0d', '2.1'],
  ['13.5', `2.${'1'.repeat(500)}`],
])('%s, %s are not coordinates in or near Niger', ([latitude = '', longitude = '']) => {
  expect(readCoordinates(latitude, longitude)).toBeNull()
})
