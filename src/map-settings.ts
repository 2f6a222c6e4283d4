import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { MapTiles } from '#features/places/server/map-tiles.ts'
import type { OutsideSettings } from '#features/places/server/outside-geocoder.ts'

/** Maps work without any setting; these replace the built-in map and gazetteer by the operator's own services. */
export type MapSettings = {
  geocoder: OutsideSettings | null
  tiles: MapTiles | null
  /** Where tiles come from, when that is not the portal itself: the content policy must allow it. */
  tileOrigin: string | null
  /** A file with all tiles that the portal serves itself. */
  tileFile: string | null
}

/** The address of that file, and of nothing else. */
export const TILE_FILE_PREFIX = '/map-tiles/'

type Environment = Readonly<Record<string, string | undefined>>

/** The settings, or one sentence that says which one is wrong. */
export function readMapSettings(env: Environment, mode: 'sandbox' | 'production'): MapSettings | { problem: string } {
  const problem =
    addressProblem(env, 'GEOCODER_URL', mode) ?? addressProblem(env, 'MAP_TILES_URL', mode) ?? geocoderProblem(env) ?? tileProblem(env)
  if (problem) return { problem }
  const tiles = readTiles(env)
  return {
    geocoder: readGeocoder(env),
    tiles,
    tileOrigin: tiles && URL.canParse(tiles.url) ? new URL(tiles.url).origin : null,
    tileFile: env.MAP_TILES_FILE || null,
  }
}

function readGeocoder(env: Environment): OutsideSettings | null {
  const { GEOCODER: kind, GEOCODER_URL: url = '', GEOCODER_KEY: key } = env
  if (kind !== 'nominatim' && kind !== 'photon') return null
  return { kind, url: new URL(url), key: key || null, callsPerSecond: Number(env.GEOCODER_CALLS_PER_SECOND || '1') }
}

function readTiles(env: Environment): MapTiles | null {
  const { MAP_TILES_URL: address, MAP_TILES_FILE: file, MAP_TILES_ATTRIBUTION: attribution = '', MAP_TILES_KEY: apiKey = '' } = env
  const url = file ? addressOfFile(file) : address
  if (!url) return null
  return { kind: isPmtiles(url) ? 'pmtiles' : 'raster', url, attribution, apiKey }
}

/** The version is part of the address: a phone keeps pieces of the file for ever, and must not mix two files. */
function addressOfFile(file: string): string {
  const { size, mtimeMs } = statSync(file)
  return `${TILE_FILE_PREFIX}${encodeURIComponent(basename(file))}?v=${size.toString(36)}${Math.round(mtimeMs).toString(36)}`
}

function isPmtiles(url: string): boolean {
  return /\.pmtiles(\?|$)/.test(url)
}

function geocoderProblem({ GEOCODER: kind, GEOCODER_URL: url, GEOCODER_CALLS_PER_SECOND: calls }: Environment): string | null {
  if (kind && !['built-in', 'nominatim', 'photon'].includes(kind))
    return `GEOCODER must be one of built-in, nominatim, photon, not '${kind}'`
  if ((kind === 'nominatim' || kind === 'photon') && !url) return `GEOCODER_URL must be set for ${kind}`
  if (calls && !(/^[0-9]{1,3}(\.[0-9]+)?$/.test(calls) && Number(calls) > 0)) return 'GEOCODER_CALLS_PER_SECOND must be a number above 0'
  return null
}

function tileProblem({ MAP_TILES_URL: url, MAP_TILES_FILE: file, MAP_TILES_ATTRIBUTION: attribution }: Environment): string | null {
  if (!url && !file) return null
  if (url && file) return 'MAP_TILES_URL and MAP_TILES_FILE exclude each other: set one of them'
  if (!attribution) return 'MAP_TILES_ATTRIBUTION must be set with the tiles: their providers require it'
  if (file && !(isPmtiles(file) && statSync(file, { throwIfNoEntry: false })?.isFile()))
    return `MAP_TILES_FILE must be a .pmtiles file, not '${file}'`
  if (url && !isPmtiles(url) && !['{z}', '{x}', '{y}'].every((part) => url.includes(part)))
    return 'MAP_TILES_URL must hold {z}, {x} and {y}, or end in .pmtiles'
  return null
}

/**
 * The portal calls the geocoder itself: it must not be led to a machine of the house. In the sandbox this machine is allowed, because
 * tests pretend to be the service.
 */
function addressProblem(env: Environment, name: string, mode: 'sandbox' | 'production'): string | null {
  const text = env[name]
  if (!text) return null
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) return `${name} must be an http or https address, not '${text}'`
  const { protocol, hostname, username } = new URL(text)
  if (username) return `${name} must not hold a name or password`
  if (mode === 'production' && protocol !== 'https:') return `${name} must begin with https:// in production`
  if (mode === 'production' && isInHouse(hostname)) return `${name} points into the house, which production refuses`
  return null
}

/** Loopback, link-local and private addresses, also when written as a name of this machine. */
function isInHouse(hostname: string): boolean {
  return /^(localhost|.*\.localhost|.*\.local|127\.|0\.|10\.|192\.168\.|172\.(1[6-9]|2[0-9]|3[01])\.|169\.254\.|\[(::1?|::ffff:|f[cd]|fe[89ab]))/i.test(
    hostname,
  )
}
