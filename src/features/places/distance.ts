import { formatNumber } from '#shared/format-number.ts'
import type { Language } from '#shared/language.ts'
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

/** '350 m', '3,2 km', '128 km': never finer than what the data can know. */
export function formatKilometres(kilometres: number, language: Language): string {
  if (kilometres < 0.995) return `${Math.max(10, Math.round(kilometres * 100) * 10)}\u00a0m`
  const digits = kilometres < 9.95 ? 1 : 0
  return `${formatNumber(kilometres, language, { least: digits, most: digits })}\u00a0km`
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
