import type { Coordinates, Rectangle } from '#shared/place-record.ts'

export type { Coordinates }

/** MAP-1 */
export const MAP_ZOOM = { atStart: 9, afterSearch: 15, onShop: 13, onLead: 12 } as const

/** The maximum zoom of the built-in map: it knows no street, so no town fills it. */
export const MAX_BUILT_IN_ZOOM = 11

/** Plain decimal notation: 'NaN', '1e308', a sign of its own or a hundred digits are not coordinates. */
export const COORDINATE_PATTERN = '^-?[0-9]{1,3}(\\.[0-9]{1,15})?$'

export function isWithin({ south, west, north, east }: Rectangle, { latitude, longitude }: Coordinates): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}

/** For URLs: four decimals are eleven metres, finer than any phone's position and too coarse for a house. */
export function coordinateText(value: number): string {
  return value.toFixed(4)
}
