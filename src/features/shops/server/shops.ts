import { DEFAULT_LANGUAGE, localeOf } from '#shared/language.ts'
import type { Coordinates } from '#features/places/coordinates.ts'
import { kilometresBetween } from '#features/places/distance.ts'
import { regionAt } from '#features/places/server/country-shape.ts'
import { createPlaceData } from '#features/places/server/place-data.ts'
import type { KnownPlace } from '#features/places/server/place-index.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { OPERATOR } from '#operator-record'
import type { SpecificationShop } from '../contract.ts'
import { readShops, type ShopRow } from './shops.store.ts'

export type TownsOfRegion = { region: string; towns: { town: string; shops: number; dealers: number }[] }

export type Shops = {
  near(point: Coordinates, kilometres: number): Promise<SpecificationShop[]>
  byNumber(number: number): Promise<SpecificationShop | null>
  /** Those of the operator before its dealers, each as it stands in the list. */
  inTown(town: string): Promise<{ name: string; address: string; phone: string }[]>
  towns(): Promise<{ isDemonstration: boolean; regions: TownsOfRegion[] }>
  /** The quarters that the shops make known to the geocoder; the same list until the shops change. */
  places(): Promise<readonly KnownPlace[]>
  version(): Promise<string>
}

export function createShops({ db, clock }: { db: Database; clock: Clock }): Shops {
  const read = createPlaceData({ kind: 'shops', db, clock, readRows: readShops })
  let known: { fingerprint: string; places: KnownPlace[] } | null = null
  return {
    async near(point, kilometres) {
      const { rows } = await read()
      return rows.filter((shop) => kilometresBetween(shop, point) <= kilometres).map(specificationShop)
    },
    async byNumber(number) {
      const { rows } = await read()
      const shop = rows.find((row) => row.number === number)
      return shop ? specificationShop(shop) : null
    },
    async inTown(town) {
      const { rows } = await read()
      const found = rows.filter((row) => row.town === town)
      return found
        .toSorted((one, other) => other.kind.localeCompare(one.kind))
        .map(({ name, address, phone }) => ({ name, address, phone }))
    },
    async towns() {
      const { rows, isDemonstration } = await read()
      return { isDemonstration, regions: townsByRegion(rows) }
    },
    async places() {
      const { rows, fingerprint } = await read()
      if (known?.fingerprint !== fingerprint) known = { fingerprint, places: rows.map(knownPlace) }
      return known.places
    },
    version: async () => (await read()).fingerprint,
  }
}

/** SHOP-1: readers cut the name at the first '-', so a hyphen inside it becomes one that only looks the same. */
function specificationShop(row: ShopRow): SpecificationShop {
  const { name, town, latitude, longitude, address, phone, ...ours } = row
  const { number, kind, quarter, postalCode, openingHours, services } = ours
  return {
    shop: `${name.replaceAll('-', '\u2011')} - ${town}`,
    title: `${OPERATOR.brand.name} ${town}`,
    location: { latitue: latitude, longitude },
    phyLocation: address,
    phNumber: phone,
    number,
    kind,
    town,
    quarter,
    postalCode,
    openingHours,
    services,
  }
}

function townsByRegion(rows: readonly ShopRow[]): TownsOfRegion[] {
  const regions = new Map<string, Map<string, { shops: number; dealers: number }>>()
  for (const row of rows) {
    const region = regionAt(row) ?? row.town
    const towns = regions.get(region) ?? new Map<string, { shops: number; dealers: number }>()
    const counts = towns.get(row.town) ?? { shops: 0, dealers: 0 }
    if (row.kind === 'shop') counts.shops += 1
    else counts.dealers += 1
    regions.set(region, towns.set(row.town, counts))
  }
  return [...regions]
    .toSorted(([one], [other]) => one.localeCompare(other, localeOf(DEFAULT_LANGUAGE)))
    .map(([region, towns]) => ({ region, towns: [...towns].map(([town, counts]) => ({ town, ...counts })) }))
}

const QUARTER_POPULATION = 5000

/** A shop without a quarter stands in the middle of its town and is known by the town's name. */
function knownPlace({ name, town, quarter, postalCode, latitude, longitude }: ShopRow): KnownPlace {
  const shared = { region: regionAt({ latitude, longitude }) ?? town, population: QUARTER_POPULATION, latitude, longitude }
  return quarter === ''
    ? { ...shared, name: town, town: null, precision: 'town', aliases: [postalCode] }
    : { ...shared, name: quarter, town, precision: 'locality', aliases: [name, postalCode] }
}
