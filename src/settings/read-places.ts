import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { COORDINATE_PATTERN, isWithin } from '#features/places/coordinates.ts'
import { csvRows, UnreadableTable } from '#shared/csv-rows.ts'
import type { Basemap, PlacesRecord, Rectangle } from '#shared/place-record.ts'

const closed = { additionalProperties: false }
const Name = Type.String({ minLength: 1 })
const Point = { latitude: Type.Number({ minimum: -90, maximum: 90 }), longitude: Type.Number({ minimum: -180, maximum: 180 }) }
const Area = Type.Object({ south: Point.latitude, west: Point.longitude, north: Point.latitude, east: Point.longitude }, closed)
const Words = Type.Object({ in: Name, of: Name, outside: Name }, closed)

const SCHEMAS = {
  'places.json': Type.Object(
    {
      asOf: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
      country: Type.Record(Type.String({ pattern: '^[a-z]{2,3}$' }), Words),
      towns: Type.Array(Type.Object({ name: Name, hasHomeBroadband: Type.Boolean() }, closed), { minItems: 1 }),
    },
    closed,
  ),
  'map/bounds.json': Type.Object(
    {
      search: Area,
      limits: Area,
      centre: Type.Object(Point, closed),
      neighbours: Type.Array(Type.Object({ code: Type.String({ pattern: '^[A-Z]{2}$' }), ...Point }, closed)),
    },
    closed,
  ),
  'map/gazetteer.json': Type.Array(
    Type.Object(
      { name: Name, ...Point, region: Name, population: Type.Integer({ minimum: 0 }), aliases: Type.Optional(Type.Array(Name)) },
      closed,
    ),
    { minItems: 1 },
  ),
  'map/basemap.json': Type.Unsafe<Basemap>(
    Type.Object({
      type: Type.Literal('Topology'),
      arcs: Type.Array(Type.Unknown()),
      objects: Type.Object({
        regions: Type.Object({ geometries: Type.Array(Type.Object({ properties: Type.Object({ name: Name }) }), { minItems: 1 }) }),
        lakes: Type.Object({}),
        borders: Type.Object({}),
        rivers: Type.Object({}),
      }),
    }),
  ),
  'map/poster.json': Type.Object(
    {
      width: Type.Integer({ minimum: 1 }),
      height: Type.Integer({ minimum: 1 }),
      north: Point.latitude,
      west: Point.longitude,
      squeeze: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
      pixelsPerDegree: Type.Number({ exclusiveMinimum: 0 }),
      country: Type.String({ pattern: '^M[Ml0-9 .-]+Z$' }),
    },
    closed,
  ),
} as const satisfies Record<string, TSchema>

const COORDINATE = new RegExp(COORDINATE_PATTERN)
const MAX_ROWS_NAMED = 20

/** The places of an operator's folder; null, with a problem for each mistake, when something is wrong. */
export function readPlaces(folder: string, problems: string[]): PlacesRecord | null {
  const say = (file: string, problem: string) => void problems.push(`GUICHET_OPERATOR: ${join(folder, file)}: ${problem}`)
  const text = (file: string): string | null => {
    try {
      if (relative(realpathSync(folder), realpathSync(join(folder, file))).startsWith('../')) say(file, 'leaves the folder of the operator')
      else return readFileSync(join(folder, file), 'utf8')
    } catch (error) {
      say(file, reasonOf(error))
    }
    return null
  }
  const read = <File extends keyof typeof SCHEMAS>(file: File) => parsed(text(file), SCHEMAS[file], (problem) => say(file, problem))
  const hasOutline = ['map/basemap.json', 'map/poster.json'].some((file) => existsSync(join(folder, file)))

  const places = read('places.json')
  const bounds = read('map/bounds.json')
  const gazetteer = read('map/gazetteer.json')
  const basemap = hasOutline ? read('map/basemap.json') : null
  const poster = hasOutline ? read('map/poster.json') : null
  const tables = { 'shops.csv': text('shops.csv'), 'sites.csv': text('sites.csv') }
  if (bounds) {
    contradictions(bounds).forEach((problem) => say('map/bounds.json', problem))
    gazetteer?.forEach(
      (town, row) =>
        isWithin(bounds.limits, town) || say('map/gazetteer.json', `/${row} ${town.name} is outside the limits of map/bounds.json`),
    )
    for (const [file, rows] of Object.entries(tables))
      if (rows !== null) named(wrongRows(rows, bounds.limits)).forEach((problem) => say(file, problem))
  }
  const isKnown = (name: string) => !gazetteer || gazetteer.some((town) => town.name === name)
  places?.towns.forEach(({ name }, row) => isKnown(name) || say('places.json', `/towns/${row}/name ${name} is not in map/gazetteer.json`))
  if (!places || !bounds || !gazetteer) return null
  const files = { shops: join(folder, 'shops.csv'), sites: join(folder, 'sites.csv') }
  return { ...places, bounds, gazetteer, outline: basemap && poster && { basemap, poster }, files }
}

function parsed<Schema extends TSchema>(text: string | null, schema: Schema, say: (problem: string) => void): Static<Schema> | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (Value.Check(schema, value)) return value
    for (const { instancePath, message } of Value.Errors(schema, value)) say(`${instancePath || 'the file'} ${message}`)
  } catch (error) {
    say(reasonOf(error))
  }
  return null
}

function contradictions({ search, limits, centre }: PlacesRecord['bounds']): string[] {
  const areas = Object.entries({ search, limits })
  return [
    ...areas.filter(([, { south, west, north, east }]) => south >= north || west >= east).map(([name]) => `/${name} is no rectangle`),
    ...(isWithin(limits, { latitude: search.south, longitude: search.west }) &&
    isWithin(limits, { latitude: search.north, longitude: search.east })
      ? []
      : ['/search is outside /limits']),
    ...(isWithin(search, centre) ? [] : ['/centre is outside /search']),
  ]
}

/** Only where rows are; their other cells are checked when they are imported (check-rows.ts). */
function wrongRows(text: string, limits: Rectangle): string[] {
  try {
    const rows = csvRows(text.replace(/^\ufeff/, ''))
    if (rows.length === 0) return ['the file holds no rows']
    return rows.flatMap(({ line, values }) => {
      const [latitude, longitude] = [numberIn(values.latitude), numberIn(values.longitude)]
      const malformed = Object.entries({ latitude, longitude }).filter(([, number]) => number === null)
      if (latitude === null || longitude === null)
        return malformed.map(([field]) => `line ${line}: ${field} '${values[field] ?? ''}' is not a coordinate`)
      return isWithin(limits, { latitude, longitude })
        ? []
        : [`line ${line}: latitude ${latitude}, longitude ${longitude} is outside the limits of map/bounds.json`]
    })
  } catch (error) {
    if (error instanceof UnreadableTable) return [error.message]
    throw error
  }
}

function numberIn(cell = ''): number | null {
  const text = cell.replace(',', '.')
  return COORDINATE.test(text) ? Number(text) : null
}

function named(problems: string[]): string[] {
  const more = problems.length - MAX_ROWS_NAMED
  return more > 0 ? [...problems.slice(0, MAX_ROWS_NAMED), `and ${more} more`] : problems
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
