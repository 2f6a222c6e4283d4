import { writeFileSync } from 'node:fs'
import type { Coordinates } from '../src/features/places/coordinates.ts'
import { kilometresBetween } from '../src/features/places/distance.ts'
import { regionAt } from '../src/features/places/server/country-shape.ts'
import { TOWNS } from '../src/features/places/server/gazetteer.ts'
import { seededChance } from './seeded-chance.ts'

/**
 * Writes the demonstration sites: around the real towns by their population and along the main roads, the same ones every time.
 * They are plausible, not real: no operator's network looks exactly like this.
 */
type Row = [title: string, latitude: number, longitude: number, technologies: number]
type Town = (typeof TOWNS)[number]

const TARGET = 'operators/ne-tenere/sites.csv'
const HEADING = 'title,latitude,longitude,_2Gservice,_3Gservice,_4Gservice,_5Gservice'
const BITS = { '2G': 1, '3G': 2, '4G': 4, '5G': 8 }
const CITIES_WITH_5G = new Map([
  ['Niamey', 0.13],
  ['Zinder', 0.05],
  ['Maradi', 0.05],
])

/** Towns along the main roads, in order. */
const ROADS = [
  ['Niamey', 'Dosso', 'Dogondoutchi', 'Birni N’Konni', 'Madaoua', 'Guidan Roumdji', 'Maradi', 'Tessaoua', 'Takiéta', 'Zinder'],
  ['Zinder', 'Mirriah', 'Gouré', 'Goudoumaria', 'Maïné-Soroa', 'Diffa', 'N’Guigmi'],
  ['Ayorou', 'Tillabéri', 'Niamey', 'Kollo', 'Say'],
  ['Niamey', 'Torodi'],
  ['Niamey', 'Baléyara', 'Filingué', 'Abala'],
  ['Niamey', 'Ouallam', 'Banibangou'],
  ['Dosso', 'Gaya'],
  ['Téra', 'Gothèye', 'Niamey'],
  ['Birni N’Konni', 'Malbaza', 'Tahoua', 'Abalak', 'In-Gall', 'Agadez', 'Tchirozérine', 'Arlit'],
  ['Zinder', 'Tanout', 'Aderbissinat', 'Agadez'],
  ['Maradi', 'Dakoro'],
  ['Zinder', 'Magaria'],
  ['Maradi', 'Madarounfa'],
]

const { chance, bell } = seededChance(20_261_101)

function sitesOfTown(town: Town): Row[] {
  const count = Math.round(0.037 * town.population ** 0.72)
  const spreadKm = 0.5 + 0.0045 * Math.sqrt(town.population)
  const rows: Row[] = []
  while (rows.length < count) {
    const isOutlying = chance() < 0.25
    const point = moved(town, { eastKm: bell() * spreadKm * (isOutlying ? 4 : 1), northKm: bell() * spreadKm * (isOutlying ? 4 : 1) })
    const fromCentreKm = kilometresBetween(town, point)
    if (regionAt(point))
      rows.push(row(`${town.name} ${number(rows.length + 1, 3)}`, point, technologiesInTown(town, fromCentreKm, spreadKm)))
  }
  return rows
}

function technologiesInTown(town: Town, fromCentreKm: number, spreadKm: number): number {
  const isCentral = fromCentreKm < spreadKm * 1.6
  const with4G = town.population > 40_000 ? 0.82 : town.population > 15_000 ? 0.6 : 0.38
  let bits = BITS['2G']
  if (chance() < (isCentral ? 0.94 : 0.6)) bits |= BITS['3G']
  if (chance() < (isCentral ? with4G : with4G * 0.35)) bits |= BITS['4G']
  if (isCentral && bits === 7 && chance() < (CITIES_WITH_5G.get(town.name) ?? 0)) bits |= BITS['5G']
  return bits
}

function sitesAlong(from: Town, to: Town): Row[] {
  const stepKm = Math.min(from.latitude, to.latitude) > 15.2 ? 16 : 9
  const steps = Math.floor(kilometresBetween(from, to) / stepKm)
  return Array.from({ length: Math.max(0, steps - 1) }, (_, step) => {
    const share = (step + 1) / steps
    const between = {
      latitude: from.latitude + (to.latitude - from.latitude) * share,
      longitude: from.longitude + (to.longitude - from.longitude) * share,
    }
    const point = moved(between, { eastKm: bell() * 1.5, northKm: bell() * 1.5 })
    const bits = BITS['2G'] | (chance() < 0.5 ? BITS['3G'] : 0) | (chance() < 0.22 ? BITS['4G'] : 0)
    return regionAt(point) ? [row(`${from.name} – ${to.name} ${number(step + 1, 2)}`, point, bits)] : []
  }).flat()
}

function moved({ latitude, longitude }: Coordinates, { eastKm, northKm }: { eastKm: number; northKm: number }): Coordinates {
  return { latitude: latitude + northKm / 111.2, longitude: longitude + eastKm / (111.2 * Math.cos((latitude * Math.PI) / 180)) }
}

function row(title: string, { latitude, longitude }: Coordinates, technologies: number): Row {
  return [title, Number(latitude.toFixed(4)), Number(longitude.toFixed(4)), technologies]
}

function number(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}

function townNamed(name: string): Town {
  const town = TOWNS.find((known) => known.name === name)
  if (!town) throw new Error(`${name} is not in the gazetteer`)
  return town
}

const rows = [
  ...TOWNS.flatMap(sitesOfTown),
  ...ROADS.flatMap((road) => road.slice(1).flatMap((name, place) => sitesAlong(townNamed(road[place] ?? ''), townNamed(name)))),
]
const lines = rows.map(([title, latitude, longitude, bits]) =>
  [title, latitude, longitude, ...Object.values(BITS).map((bit) => Number((bits & bit) > 0))].join(','),
)
writeFileSync(TARGET, `${[HEADING, ...lines].join('\n')}\n`)
process.stdout.write(`${rows.length} sites\n`)
