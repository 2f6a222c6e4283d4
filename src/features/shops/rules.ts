import { MAP_ZOOM, type Coordinates } from '#features/places/coordinates.ts'
import { kilometresBetween } from '#features/places/distance.ts'
import type { SpecificationShop } from './contract.ts'

/** SHOP-1: shops are looked for within this distance. */
export const SEARCH_RADIUS_KM = 100

export type ShopFilter = 'all' | 'shop' | 'dealer'

export function readFilter(text: string | null): ShopFilter {
  return text === 'shop' || text === 'dealer' ? text : 'all'
}

/** A shop as pages know it. */
export type Shop = Coordinates & {
  number: number
  kind: 'shop' | 'dealer'
  name: string
  town: string
  quarter: string
  address: string
  phone: string
  openingHours: string
  services: string[]
}

/** The specification's shape in our words. SHOP-1: the name is what stands before the first '-'. */
export function shopFrom({ shop, location, phyLocation, phNumber, ...ours }: SpecificationShop): Shop {
  const { number, kind, town, quarter, openingHours, services } = ours
  return {
    number,
    kind,
    name: (shop.split('-')[0] ?? '').trim(),
    town,
    quarter,
    address: phyLocation,
    phone: phNumber,
    latitude: location.latitue,
    longitude: location.longitude,
    openingHours,
    services,
  }
}

/** Nearest first. */
export function byDistance<Place extends Coordinates>(places: readonly Place[], from: Coordinates): (Place & { kilometres: number })[] {
  const measured = places.map((place) => ({ ...place, kilometres: kilometresBetween(from, place) }))
  measured.sort((one, other) => one.kilometres - other.kilometres)
  return measured
}

/** MAP-1: 15 after a search, unless the three nearest shops would then lie outside the view. The distances are in order. */
export function zoomToNearest(kilometres: readonly number[]): number {
  const kilometresInView = 0.8
  const third = kilometres[Math.min(2, kilometres.length - 1)] ?? 0
  const steps = Math.ceil(Math.log2(Math.max(third, kilometresInView) / kilometresInView))
  return Math.max(MAP_ZOOM.atStart, MAP_ZOOM.afterSearch - steps)
}

/** Where nothing answers to the link below: a computer has no map application. */
export function directionsPage({ latitude, longitude }: Coordinates): string {
  return `https://www.openstreetmap.org/directions?to=${latitude},${longitude}`
}

/** Opens the phone's own map application at the shop. */
export function directionsLink({ latitude, longitude, name }: Coordinates & { name: string }): string {
  return `geo:${latitude},${longitude}?q=${latitude},${longitude}(${encodeURIComponent(name)})`
}
