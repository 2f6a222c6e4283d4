import { accessSync, constants, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { MapTiles } from '#features/places/server/map-tiles.ts'
import type { OutsideSettings } from '#features/places/server/outside-geocoder.ts'
import { address, addressTemplate } from './address-setting.ts'
import { provider } from './provider.ts'
import { choice, number, optional, setting, text, type About, type Setting, type ValuesOf } from './setting.ts'

/** Maps work without any setting; these replace the built-in map and gazetteer by the operator's own services. */
export type MapSettings = {
  geocoder: OutsideSettings | null
  tiles: MapTiles | null
  /** The origin of the tiles, when that is not the portal itself: the content policy must allow it. */
  tileOrigin: string | null
  /** A file with all tiles that the portal serves itself. */
  tileFile: string | null
}

/** The path of that file, and of nothing else. */
export const TILE_FILE_PREFIX = '/map-tiles/'

const MAPTILER_SAMPLE = {
  value: 'get_your_own_OpIi9ZULNHzrESv6T2vL',
  where: 'inside',
  source: "MapTiler's key in public examples of MapLibre (docs/protocols/geocoding.md)",
} as const

export const MAP_SERVICES = {
  geocoder: provider({
    title: 'Geocoder',
    meaning: "the operator's own service for places; without it the built-in gazetteer",
    settings: {
      kind: choice('GEOCODER', {
        among: ['built-in', 'nominatim', 'photon'],
        unset: 'built-in',
        meaning: '`built-in`, `nominatim` or `photon`',
        example: 'nominatim',
      }),
      url: address('GEOCODER_URL', { meaning: 'the service', mayBePrivate: true }),
      key: optional(text('GEOCODER_KEY', { meaning: 'if it requires one' })),
      callsPerSecond: number('GEOCODER_CALLS_PER_SECOND', {
        unset: '1',
        min: 0.001,
        max: 999,
        isDecimal: true,
        meaning: 'maximum calls per second of all replicas together',
      }),
    },
    check: ({ kind }) => (kind === 'built-in' ? 'GEOCODER must be nominatim or photon when its other settings are set' : null),
  }),
  tiles: provider({
    title: 'Map tiles',
    meaning: "the operator's own map above the built-in one",
    settings: {
      url: optional(
        addressTemplate('MAP_TILES_URL', {
          meaning: 'tiles with `{z}`, `{x}`, `{y}`, or a `.pmtiles` file elsewhere',
          published: [MAPTILER_SAMPLE],
          example: 'https://tiles.example.ne/{z}/{x}/{y}.png',
          also: (_url, given) =>
            isPmtiles(given) || ['{z}', '{x}', '{y}'].every((part) => given.includes(part))
              ? null
              : 'must hold {z}, {x} and {y}, or end in .pmtiles',
        }),
      ),
      file: optional(tileFile('MAP_TILES_FILE', { meaning: 'or a `.pmtiles` file here' })),
      attribution: words('MAP_TILES_ATTRIBUTION', { meaning: 'attribution that the tile provider requires' }),
      apiKey: optional(text('MAP_TILES_KEY', { meaning: 'if required; browsers see it', published: [MAPTILER_SAMPLE] })),
    },
    check({ url, file }) {
      if (url && file) return 'MAP_TILES_FILE and MAP_TILES_URL exclude each other: set one of them'
      return url || file ? null : 'MAP_TILES_URL or MAP_TILES_FILE must be set with the other settings of the tiles'
    },
  }),
}

type Read<Name extends keyof typeof MAP_SERVICES> = ValuesOf<(typeof MAP_SERVICES)[Name]['settings']> | null

export function mapSettings({ geocoder, tiles }: { geocoder: Read<'geocoder'>; tiles: Read<'tiles'> }): MapSettings {
  const shown = tiles && tilesOf(tiles)
  return {
    geocoder: geocoder && geocoder.kind !== 'built-in' ? { ...geocoder, kind: geocoder.kind, url: new URL(geocoder.url) } : null,
    tiles: shown,
    tileOrigin: shown && URL.canParse(shown.url) ? new URL(shown.url).origin : null,
    tileFile: tiles?.file ?? null,
  }
}

function tilesOf({ url, file, attribution, apiKey }: NonNullable<Read<'tiles'>>): MapTiles {
  const address = file ? addressOfFile(file) : (url ?? '')
  return { kind: isPmtiles(address) ? 'pmtiles' : 'raster', url: address, attribution, apiKey: apiKey ?? '' }
}

/** The version is part of the path: a browser caches ranges of the file permanently, and must not mix two files. */
function addressOfFile(file: string): string {
  const { size, mtimeMs } = statSync(file)
  return `${TILE_FILE_PREFIX}${encodeURIComponent(basename(file))}?v=${size.toString(36)}${Math.round(mtimeMs).toString(36)}`
}

function isPmtiles(url: string): boolean {
  return /\.pmtiles(\?|$)/.test(url)
}

/** A text for visitors, in any script. */
function words(name: string, about: About): Setting<string> {
  return setting(name, about, {
    kind: 'text',
    example: '© OpenStreetMap',
    problemOf: (given) => (/\p{Cc}/u.test(given) || given.trim() === '' ? 'must be one line of words' : null),
    parse: (given) => given,
  })
}

function tileFile(name: string, about: About): Setting<string> {
  return setting(name, about, {
    kind: 'file',
    example: 'country.pmtiles',
    problemOf: (given) => (isPmtiles(given) && isReadableFile(given) ? null : `must be a .pmtiles file that can be read, not '${given}'`),
    parse: (given) => given,
  })
}

function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
