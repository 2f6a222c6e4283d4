import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productionEnvironment } from '#tests/support/production-environment.ts'
import { SettingProblem } from '#shared/setting-problem.ts'
import { readSettings } from './settings.ts'

const TILES = { MAP_TILES_URL: 'https://tiles.example.ne/{z}/{x}/{y}.png?key={key}', MAP_TILES_ATTRIBUTION: '© OpenStreetMap' }

test('maps need no setting', () => {
  const none = { geocoder: null, tiles: null, tileOrigin: null, tileFile: null }
  expect(readSettings(productionEnvironment()).maps).toEqual(none)
  expect(readSettings(productionEnvironment({ GEOCODER: 'built-in', GEOCODER_CALLS_PER_SECOND: '1' })).maps).toEqual(none)
})

test('tiles and a geocoder of the operator', () => {
  const own = { MAP_TILES_KEY: 'k', GEOCODER: 'photon', GEOCODER_URL: 'https://geo.example.ne/photon', GEOCODER_CALLS_PER_SECOND: '2.5' }
  expect(readSettings(productionEnvironment({ ...TILES, ...own })).maps).toEqual({
    geocoder: { kind: 'photon', url: new URL('https://geo.example.ne/photon'), key: null, callsPerSecond: 2.5 },
    tiles: { kind: 'raster', url: TILES.MAP_TILES_URL, attribution: '© OpenStreetMap', apiKey: 'k' },
    tileOrigin: 'https://tiles.example.ne',
    tileFile: null,
  })
})

test.for([
  { GEOCODER: 'google' },
  { GEOCODER: 'nominatim' },
  { GEOCODER_URL: 'https://geo.example.ne' },
  { GEOCODER_KEY: 'k' },
  { GEOCODER: 'nominatim', GEOCODER_URL: 'ftp://geo.example.ne' },
  { GEOCODER: 'nominatim', GEOCODER_URL: 'https://name:word@geo.example.ne' },
  { GEOCODER: 'nominatim', GEOCODER_URL: 'https://geo.example.ne', GEOCODER_CALLS_PER_SECOND: '0' },
  { GEOCODER: 'nominatim', GEOCODER_URL: 'https://geo.example.ne', GEOCODER_CALLS_PER_SECOND: 'Infinity' },
  { MAP_TILES_URL: 'https://tiles.example.ne/{z}/{x}/{y}.png' },
  { MAP_TILES_ATTRIBUTION: 'x' },
  { MAP_TILES_KEY: 'k' },
  { ...TILES, MAP_TILES_URL: 'https://tiles.example.ne/map.png' },
  { ...TILES, MAP_TILES_FILE: 'README.pmtiles' },
  { MAP_TILES_FILE: '/no/such/niger.pmtiles', MAP_TILES_ATTRIBUTION: 'x' },
  { MAP_TILES_FILE: 'package.json', MAP_TILES_ATTRIBUTION: 'x' },
])('a wrong setting of a map is one clear sentence, in both modes: %j', (env) => {
  for (const world of [env, { ...productionEnvironment(), ...env }]) {
    expect(() => readSettings(world)).toThrow(SettingProblem)
    expect(() => readSettings(world)).toThrow(/^(GEOCODER|MAP_TILES)/)
  }
})

test('a file of tiles is served by the portal at a URL that changes with it', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'guichet-tiles-')), 'niger.pmtiles')
  writeFileSync(file, 'one')
  const env = productionEnvironment({ MAP_TILES_FILE: file, MAP_TILES_ATTRIBUTION: '© OpenStreetMap' })
  const first = readSettings(env).maps
  expect(first).toMatchObject({
    tiles: { kind: 'pmtiles', url: expect.stringMatching(/^\/map-tiles\/niger\.pmtiles\?v=/) },
    tileFile: file,
    tileOrigin: null,
  })
  writeFileSync(file, 'another')
  expect(readSettings(env).maps).not.toEqual(first)
})
