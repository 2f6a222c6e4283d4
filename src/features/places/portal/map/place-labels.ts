import type { Language } from '#shared/language.ts'
import type { MapData } from '../../contract.ts'
import type { Painter, PaintFrame } from './canvas-layer.ts'
import type { MapColours } from './map-colours.ts'
import { projected } from './mercator.ts'

/** Largest first, so that the largest get their names written. */
export type LabelledPlace = MapData['towns'][number] & { x: number; y: number }

export type Neighbours = readonly { code: string; x: number; y: number }[]

export function projectPlaces({ towns }: MapData): LabelledPlace[] {
  const all = towns.map((place) => ({ ...place, ...projected(place) }))
  return [...all.filter(({ isCapital }) => isCapital), ...all.filter(({ isCapital }) => !isCapital)]
}

export function projectNeighbours({ neighbours }: MapData): Neighbours {
  return neighbours.map((country) => ({ code: country.code, ...projected(country) }))
}

export const LABEL_FONT = 'system-ui, sans-serif'

/** Names that would cover each other are left out; zooming in makes room for them. */
export function labelPainter(given: {
  places: readonly LabelledPlace[]
  neighbours: Neighbours
  language: Language
  colours: MapColours
}): Painter {
  const { places, neighbours, language, colours } = given
  const nameOf = namesOfCountries(language)
  const countries = neighbours.map(({ code, x, y }) => ({ text: nameOf(code).toUpperCase(), x, y }))
  return (frame) => {
    const written: Box[] = []
    if (frame.zoom <= 8) paintCountries(frame, countries, colours, written)
    for (const place of places) {
      if (place.isCapital || frame.zoom >= leastZoom(place.population)) paintPlace(frame, place, colours, written)
    }
  }
}

function leastZoom(population: number): number {
  if (population > 40_000) return 6
  return population > 20_000 ? 7 : 8
}

function namesOfCountries(language: Language): (code: string) => string {
  try {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return (code) => names.of(code) ?? ''
  } catch {
    // A phone without these names shows the map without them.
    return () => ''
  }
}

function paintCountries(
  frame: PaintFrame,
  countries: readonly { text: string; x: number; y: number }[],
  colours: MapColours,
  written: Box[],
): void {
  const { context, worldPixels, left, top } = frame
  context.font = `600 11px ${LABEL_FONT}`
  context.fillStyle = colours['ink-soft']
  for (const { text, x, y } of countries) {
    const [middle, baseline] = [x * worldPixels - left, y * worldPixels - top]
    const width = context.measureText(text).width
    context.fillText(text, middle - width / 2, baseline)
    written.push({ left: middle - width / 2, right: middle + width / 2, top: baseline - 10, bottom: baseline + 3 })
  }
}

function paintPlace(frame: PaintFrame, place: LabelledPlace, colours: MapColours, written: Box[]): void {
  const { context, width, height, worldPixels, left, top, zoom } = frame
  const x = place.x * worldPixels - left
  const y = place.y * worldPixels - top
  if (x < -80 || y < -20 || x > width + 20 || y > height + 20) return
  context.font = `${place.isCapital ? 700 : 500} ${place.isCapital || zoom >= 11 ? 13 : 12}px ${LABEL_FONT}`
  const textWidth = context.measureText(place.name).width
  const box = { left: x - 4, right: x + 9 + textWidth, top: y - 9, bottom: y + 9 }
  if (written.some((other) => touches(box, other))) return
  written.push(box)
  context.beginPath()
  context.arc(x, y, place.isCapital ? 3.5 : 2.5, 0, 2 * Math.PI)
  context.fillStyle = colours.ink
  context.fill()
  haloText(context, place.name, { x: x + 7, y: y + 4.5 }, colours)
}

export function haloText(context: CanvasRenderingContext2D, text: string, at: { x: number; y: number }, colours: MapColours): void {
  context.lineJoin = 'round'
  context.lineWidth = 3.5
  context.strokeStyle = colours.halo
  context.strokeText(text, at.x, at.y)
  context.fillStyle = colours.ink
  context.fillText(text, at.x, at.y)
}

type Box = { left: number; right: number; top: number; bottom: number }

function touches(one: Box, other: Box): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
}
