import { LOCALES, type Language } from '#shared/language.ts'
import type { Coordinates } from './coordinates.ts'

const EARTH_RADIUS_KM = 6371.0088
const EARTH_RADIUS_MILES = 3958.8

export function kilometresBetween(one: Coordinates, other: Coordinates): number {
  return EARTH_RADIUS_KM * angleBetween(one, other)
}

/** SHOP-1: the specification's helper, miles to one decimal. What visitors read is in kilometres. */
export function milesBetween(one: Coordinates, other: Coordinates): number {
  return Math.round(EARTH_RADIUS_MILES * angleBetween(one, other) * 10) / 10
}

/** The haversine formula: exact enough at every distance, also for two points in one street. */
function angleBetween(one: Coordinates, other: Coordinates): number {
  const [latitude1, latitude2] = [radians(one.latitude), radians(other.latitude)]
  const halfLatitude = Math.sin((latitude2 - latitude1) / 2)
  const halfLongitude = Math.sin(radians(other.longitude - one.longitude) / 2)
  const square = halfLatitude ** 2 + Math.cos(latitude1) * Math.cos(latitude2) * halfLongitude ** 2
  return 2 * Math.asin(Math.min(1, Math.sqrt(square)))
}

export const COMPASS_POINTS = ['north', 'northEast', 'east', 'southEast', 'south', 'southWest', 'west', 'northWest'] as const
export type CompassPoint = (typeof COMPASS_POINTS)[number]

/** In which direction one goes from the first point to the second, in degrees from north. */
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

/** '350 m', '3,2 km', '128 km': never finer than what the data can know. */
export function formatKilometres(kilometres: number, language: Language): string {
  if (kilometres < 0.995) return `${Math.max(10, Math.round(kilometres * 100) * 10)}\u00a0m`
  const digits = kilometres < 9.95 ? 1 : 0
  const figure = new Intl.NumberFormat(LOCALES[language], { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${figure.format(kilometres)}\u00a0km`
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
