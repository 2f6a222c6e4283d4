import type { Coordinates } from '../../coordinates.ts'

/** The whole world as a square from 0 to 1, as web maps project it. Computed once; drawing then only multiplies. */
export function mercatorX(longitude: number): number {
  return (longitude + 180) / 360
}

export function mercatorY(latitude: number): number {
  const angle = (latitude * Math.PI) / 180
  return (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2
}

const EARTH_CIRCUMFERENCE_METRES = 40_075_016.7

/** Pixels shrink towards the poles: several per cent between the south and the north of a large country. */
export function pixelsPerMetre(latitude: number, worldPixels: number): number {
  return worldPixels / (EARTH_CIRCUMFERENCE_METRES * Math.cos((latitude * Math.PI) / 180))
}

/** A place projected once. */
export function projected({ latitude, longitude }: Coordinates): { x: number; y: number } {
  return { x: mercatorX(longitude), y: mercatorY(latitude) }
}
