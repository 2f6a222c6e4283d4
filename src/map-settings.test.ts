import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMapSettings } from './map-settings.ts'
import { readSettings, SettingProblem } from './settings.ts'

const TILES = { MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png?key={key}', MAP_TILES_ATTRIBUTION: '© OpenStreetMap' }

test('maps need no setting', () => {
  expect(readMapSettings({}, 'production')).toEqual({ geocoder: null, tiles: null, tileOrigin: null, tileFile: null })
})

test('tiles and a geocoder of the operator', () => {
  const env = {
    ...TILES,
    MAP_TILES_KEY: 'k',
    GEOCODER: 'photon',
    GEOCODER_URL: 'https://geo.example/photon',
    GEOCODER_CALLS_PER_SECOND: '5',
  }
  expect(readMapSettings(env, 'production')).toEqual({
    geocoder: { kind: 'photon', url: new URL('https://geo.example/photon'), key: null, callsPerSecond: 5 },
    tiles: { kind: 'raster', url: TILES.MAP_TILES_URL, attribution: '© OpenStreetMap', apiKey: 'k' },
    tileOrigin: 'https://tiles.example',
    tileFile: null,
  })
})

test.for([
  { GEOCODER: 'google' },
  { GEOCODER: 'nominatim' },
  { GEOCODER: 'nominatim', GEOCODER_URL: 'ftp://geo.example' },
  { GEOCODER: 'nominatim', GEOCODER_URL: 'https://name:word@geo.example' },
  { GEOCODER: 'nominatim', GEOCODER_URL: 'https://geo.example', GEOCODER_CALLS_PER_SECOND: '0' },
  { MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png' },
  { ...TILES, MAP_TILES_URL: 'https://tiles.example/map.png' },
  { ...TILES, MAP_TILES_FILE: 'README.pmtiles' },
  { MAP_TILES_FILE: '/no/such/niger.pmtiles', MAP_TILES_ATTRIBUTION: 'x' },
  { MAP_TILES_FILE: 'package.json', MAP_TILES_ATTRIBUTION: 'x' },
])('a wrong setting is one clear sentence: %j', (env) => {
  expect(readMapSettings(env, 'sandbox')).toEqual({ problem: expect.stringMatching(/GEOCODER|MAP_TILES/) })
  expect(() => readSettings(env)).toThrow(SettingProblem)
})

test('a file of tiles is served by the portal under an address that changes with it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-tiles-'))
  const file = join(folder, 'niger.pmtiles')
  writeFileSync(file, 'one')
  const env = { MAP_TILES_FILE: file, MAP_TILES_ATTRIBUTION: '© OpenStreetMap' }
  const first = readMapSettings(env, 'production')
  expect(first).toMatchObject({
    tiles: { kind: 'pmtiles', url: expect.stringMatching(/^\/map-tiles\/niger\.pmtiles\?v=/) },
    tileFile: file,
    tileOrigin: null,
  })
  writeFileSync(file, 'another')
  expect(readMapSettings(env, 'production')).not.toEqual(first)
})

test.for([
  'http://geo.example',
  'https://localhost/',
  'https://127.0.0.1/',
  'https://169.254.169.254/latest',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://[::1]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[::ffff:127.0.0.1]/',
])('production is not led into the house: %s', (url) => {
  expect(readMapSettings({ GEOCODER: 'nominatim', GEOCODER_URL: url }, 'production')).toHaveProperty('problem')
})
