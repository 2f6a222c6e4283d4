export type Coordinates = { latitude: number; longitude: number }

type Rectangle = { south: number; west: number; north: number; east: number }

/** COV-1: the fixed rectangle around Niger to which every search is bounded. It holds foreign towns too: results are checked again. */
export const SEARCH_RECTANGLE: Rectangle = { south: 11.6, west: 0.1, north: 23.6, east: 16 }

/** What the map may show and what calls accept: the country and the border towns of its neighbours. */
export const MAP_LIMITS: Rectangle = { south: 10.2, west: -1.5, north: 25.2, east: 17.5 }

/** MAP-1 */
export const MAP_CENTRE: Coordinates = { latitude: 13.5137, longitude: 2.1098 }
export const MAP_ZOOM = { atStart: 9, afterSearch: 15, onShop: 13, onLead: 12 } as const

/** Plain decimal notation: 'NaN', '1e308', a sign of its own or a hundred digits are not coordinates. */
export const COORDINATE_PATTERN = '^-?[0-9]{1,3}(\\.[0-9]{1,15})?$'

export function isWithin({ south, west, north, east }: Rectangle, { latitude, longitude }: Coordinates): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}

/** Parses coordinates from a form or a call; null when malformed or outside the country (swapped ones mostly are). */
export function readCoordinates(latitudeText: string | null, longitudeText: string | null): Coordinates | null {
  const pattern = new RegExp(COORDINATE_PATTERN)
  if (!latitudeText || !longitudeText || !pattern.test(latitudeText) || !pattern.test(longitudeText)) return null
  const coordinates = { latitude: Number(latitudeText), longitude: Number(longitudeText) }
  return isWithin(MAP_LIMITS, coordinates) ? coordinates : null
}

/** For URLs: four decimals are eleven metres, finer than any phone's position and too coarse for a house. */
export function coordinateText(value: number): string {
  return value.toFixed(4)
}
