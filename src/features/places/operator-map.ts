import { OPERATOR } from '#operator-record'
import type { Coordinates } from '#shared/place-record.ts'
import { COORDINATE_PATTERN, isWithin } from './coordinates.ts'

// For the server and its half of pages: a page's own record holds no places.
const { bounds } = OPERATOR.places

/** COV-1 */
export const SEARCH_RECTANGLE = bounds.search
export const MAP_LIMITS = bounds.limits
/** MAP-1 */
export const MAP_CENTRE = bounds.centre

/** Parses coordinates from a form or a call; null when malformed or outside the country (swapped ones mostly are). */
export function readCoordinates(latitudeText: string | null, longitudeText: string | null): Coordinates | null {
  const pattern = new RegExp(COORDINATE_PATTERN)
  if (!latitudeText || !longitudeText || !pattern.test(latitudeText) || !pattern.test(longitudeText)) return null
  const coordinates = { latitude: Number(latitudeText), longitude: Number(longitudeText) }
  return isWithin(MAP_LIMITS, coordinates) ? coordinates : null
}
