import { formatNumber } from '#shared/format-number.ts'
import type { Language } from '#shared/language.ts'
import { bearingBetween } from '../../bearing.ts'
import { formatKilometres, kilometresBetween } from '../../distance.ts'
import type { Coordinates } from '../../coordinates.ts'
import type { Painter, PaintFrame } from './canvas-layer.ts'
import type { MapColours } from './map-colours.ts'
import { pixelsPerMetre, projected } from './mercator.ts'
import { haloText, LABEL_FONT, type LabelledPlace } from './place-labels.ts'

/** Where the built-in map has nothing of the town itself, distances and directions keep it honest and useful. */
export type HintOptions = {
  places: readonly LabelledPlace[]
  language: Language
  colours: MapColours
  /** The middle of the map. */
  centre: () => Coordinates
  hasRings: boolean
  /** Arrows to the next towns; tiles of the operator show them better. */
  hasArrows: boolean
}

const MIN_ARROW_ZOOM = 10
const MIN_RING_ZOOM = 9

export function hintPainter(options: HintOptions): Painter {
  return (frame) => {
    const centre = options.centre()
    if (options.hasRings && frame.zoom >= MIN_RING_ZOOM) paintRings(frame, centre, options)
    if (options.hasArrows && frame.zoom >= MIN_ARROW_ZOOM) paintArrows(frame, centre, options)
    paintScale(frame, centre, options)
  }
}

/** 1, 2 or 5 times a power of ten, in metres. */
export function roundMetres(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  const digit = most / power
  return (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power
}

function roundDistance(metres: number, language: Language): string {
  return metres >= 1000 ? `${formatNumber(metres / 1000, language, { least: 0, most: 1 })}\u00a0km` : `${metres}\u00a0m`
}

function paintScale({ context, worldPixels, view }: PaintFrame, centre: Coordinates, { colours, language }: HintOptions): void {
  const perMetre = pixelsPerMetre(centre.latitude, worldPixels)
  const metres = roundMetres(110 / perMetre)
  const length = metres * perMetre
  const [left, bottom] = [view.left + 12, view.bottom - 14]
  for (const [colour, width] of [
    [colours.halo, 5],
    [colours.ink, 2],
  ] as const) {
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    context.moveTo(left, bottom - 5)
    context.lineTo(left, bottom)
    context.lineTo(left + length, bottom)
    context.lineTo(left + length, bottom - 5)
    context.stroke()
  }
  context.font = `600 11px ${LABEL_FONT}`
  haloText(context, roundDistance(metres, language), { x: left + 4, y: bottom - 8 }, colours)
}

function paintRings(frame: PaintFrame, centre: Coordinates, { colours, language }: HintOptions): void {
  const { context, worldPixels, left, top, view } = frame
  const perMetre = pixelsPerMetre(centre.latitude, worldPixels)
  const reach = Math.min(view.right - view.left, view.bottom - view.top) / 2
  const outer = roundMetres((reach * 0.92) / perMetre)
  const point = projected(centre)
  const [x, y] = [point.x * worldPixels - left, point.y * worldPixels - top]
  context.font = `600 11px ${LABEL_FONT}`
  for (const metres of [outer, outer / 2]) {
    const radius = metres * perMetre
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    context.strokeStyle = colours.ring
    context.lineWidth = 1
    context.stroke()
    const text = roundDistance(metres, language)
    haloText(context, text, { x: x - context.measureText(text).width / 2, y: y + radius - 4 }, colours)
  }
}

const MAX_ARROWS = 3
const CHIP_HEIGHT = 22
const TOP_MARGIN = 118
const BOTTOM_MARGIN = 52

/** At the edge of the view: which town comes next in this direction, and how far it is. */
function paintArrows(frame: PaintFrame, centre: Coordinates, { places, colours, language }: HintOptions): void {
  const outside = places
    .filter((place) => !isInView(frame, place))
    .map((place) => ({ ...place, kilometres: kilometresBetween(centre, place), bearing: bearingBetween(centre, place) }))
  outside.sort((one, other) => one.kilometres - other.kilometres)
  const shown: typeof outside = []
  for (const place of outside) {
    const isApart = shown.every(({ bearing }) => angleBetween(bearing, place.bearing) > 50)
    if (isApart && shown.length < MAX_ARROWS) shown.push(place)
  }
  const painted: Chip[] = []
  for (const { name, kilometres, bearing } of shown) {
    const chip = chipAt(frame, { text: `${name} ${formatKilometres(kilometres, language)}`, bearing })
    if (painted.some((other) => covers(chip, other))) continue
    painted.push(chip)
    paintChip(frame, chip, colours)
  }
}

function isInView({ worldPixels, left, top, view }: PaintFrame, { x, y }: LabelledPlace): boolean {
  const [column, row] = [x * worldPixels - left, y * worldPixels - top]
  return column > view.left && column < view.right && row > view.top && row < view.bottom
}

function angleBetween(one: number, other: number): number {
  const difference = Math.abs(one - other) % 360
  return difference > 180 ? 360 - difference : difference
}

type Chip = { text: string; angle: number; x: number; y: number; width: number }

function covers(one: Chip, other: Chip): boolean {
  return Math.abs(one.x - other.x) < (one.width + other.width) / 2 && Math.abs(one.y - other.y) < CHIP_HEIGHT
}

function chipAt({ context, view }: PaintFrame, { text, bearing }: { text: string; bearing: number }): Chip {
  context.font = `600 11px ${LABEL_FONT}`
  const width = context.measureText(text).width + 32
  const [halfWidth, halfHeight] = [(view.right - view.left) / 2, (view.bottom - view.top) / 2]
  const angle = (bearing * Math.PI) / 180
  const [east, south] = [Math.sin(angle), -Math.cos(angle)]
  const reach = Math.min(halfWidth / Math.max(0.001, Math.abs(east)), halfHeight / Math.max(0.001, Math.abs(south)))
  const x = between(view.left + halfWidth + east * reach, view.left + width / 2 + 6, view.right - width / 2 - 6)
  // Above left the hint may stand, above right the buttons, below left the scale.
  const y = between(view.top + halfHeight + south * reach, view.top + TOP_MARGIN, view.bottom - BOTTOM_MARGIN)
  return { text, angle, x, y, width }
}

function paintChip({ context }: PaintFrame, { text, angle, x, y, width }: Chip, colours: MapColours): void {
  context.font = `600 11px ${LABEL_FONT}`
  context.fillStyle = colours.halo
  roundedBox(context, { x: x - width / 2, y: y - CHIP_HEIGHT / 2, width, height: CHIP_HEIGHT })
  context.fill()
  context.strokeStyle = colours.ring
  context.lineWidth = 1
  context.stroke()
  context.fillStyle = colours.ink
  context.fillText(text, x - width / 2 + 23, y + 4)
  context.save()
  context.translate(x - width / 2 + 13, y)
  context.rotate(angle)
  context.beginPath()
  context.moveTo(0, -6)
  context.lineTo(4.5, 5)
  context.lineTo(0, 2.5)
  context.lineTo(-4.5, 5)
  context.closePath()
  context.fill()
  context.restore()
}

function between(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

/** `roundRect` of the platform is younger than the phones we serve. */
function roundedBox(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const radius = height / 2
  context.beginPath()
  context.arc(x + radius, y + radius, radius, Math.PI / 2, (3 * Math.PI) / 2)
  context.arc(x + width - radius, y + radius, radius, -Math.PI / 2, Math.PI / 2)
  context.closePath()
}
