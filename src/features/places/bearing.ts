import type { Coordinates } from './coordinates.ts'
import { radians } from './distance.ts'

export const COMPASS_POINTS = ['north', 'northEast', 'east', 'southEast', 'south', 'southWest', 'west', 'northWest'] as const
export type CompassPoint = (typeof COMPASS_POINTS)[number]

/** The bearing from the first point to the second, in degrees from north. */
export function bearingBetween(from: Coordinates, to: Coordinates): number {
  const [latitude1, latitude2] = [radians(from.latitude), radians(to.latitude)]
  const longitudes = radians(to.longitude - from.longitude)
  const y = Math.sin(longitudes) * Math.cos(latitude2)
  const x = Math.cos(latitude1) * Math.sin(latitude2) - Math.sin(latitude1) * Math.cos(latitude2) * Math.cos(longitudes)
  return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360
}

export function compassPointBetween(from: Coordinates, to: Coordinates): CompassPoint {
  return COMPASS_POINTS[Math.round(bearingBetween(from, to) / 45) % 8] ?? 'north'
}
