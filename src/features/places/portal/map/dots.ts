import type { MapDots } from '../map-contents.ts'
import type { Painter, PaintFrame } from './canvas-layer.ts'
import type { MapColours } from './map-colours.ts'
import { mercatorX, mercatorY, pixelsPerMetre } from './mercator.ts'

/** Dots projected once; a filter then only looks at bits. */
export type ProjectedDots = { xs: Float64Array; ys: Float64Array; kinds: Uint8Array; middleLatitude: number }

export function projectDots({ latitudes, longitudes, kinds }: MapDots): ProjectedDots {
  const middle = latitudes[Math.floor(latitudes.length / 2)] ?? 0
  return { xs: longitudes.map(mercatorX), ys: latitudes.map(mercatorY), kinds, middleLatitude: middle }
}

type DotLook = Pick<MapDots, 'mask' | 'circleMetres'>

/** Fifty thousand dots would be drawn one upon the other when the whole country is in view: one for each occupied cell is enough. */
const CELL_PIXELS = 3

export function dotPainter(dots: ProjectedDots, { mask, circleMetres }: DotLook, colours: MapColours): Painter {
  return (frame) => {
    const seen = dotsInView(dots, mask, frame)
    if (circleMetres) paintCircles(frame, seen, circleMetres * pixelsPerMetre(dots.middleLatitude, frame.worldPixels), colours)
    const sprite = circleMetres ? diamondSprite(frame.zoom, colours) : roundSprite(frame.zoom, colours)
    const half = sprite.size / 2
    for (let place = 0; place < seen.length; place += 2) {
      frame.context.drawImage(sprite.canvas, (seen[place] ?? 0) - half, (seen[place + 1] ?? 0) - half, sprite.size, sprite.size)
    }
  }
}

/** Canvas positions x, y, x, y … of the dots to draw. */
function dotsInView({ xs, ys, kinds }: ProjectedDots, mask: number, { width, height, worldPixels, left, top }: PaintFrame): number[] {
  const columns = Math.ceil(width / CELL_PIXELS) + 1
  const taken = new Uint8Array(columns * (Math.ceil(height / CELL_PIXELS) + 1))
  const seen: number[] = []
  for (let place = 0; place < kinds.length; place += 1) {
    if (((kinds[place] ?? 0) & mask) === 0) continue
    const x = (xs[place] ?? 0) * worldPixels - left
    const y = (ys[place] ?? 0) * worldPixels - top
    if (x < 0 || y < 0 || x >= width || y >= height) continue
    const cell = Math.floor(y / CELL_PIXELS) * columns + Math.floor(x / CELL_PIXELS)
    if (taken[cell] === 1) continue
    taken[cell] = 1
    seen.push(x, y)
  }
  return seen
}

type Sprite = { canvas: HTMLCanvasElement; size: number }

function roundSprite(zoom: number, colours: MapColours): Sprite {
  const radius = zoom < 8 ? 2.2 : zoom < 11 ? 3.2 : 5
  return sprite(radius * 2 + 3, (context, middle) => {
    context.arc(middle, middle, radius, 0, 2 * Math.PI)
    context.fillStyle = colours.dot
    context.fill()
    context.lineWidth = 1
    context.strokeStyle = colours['dot-edge']
    context.stroke()
  })
}

/** COV-1: 5G sites have a marker of their own. */
function diamondSprite(zoom: number, colours: MapColours): Sprite {
  const radius = zoom < 9 ? 6 : 8
  return sprite(radius * 2 + 4, (context, middle) => {
    context.moveTo(middle, middle - radius)
    context.lineTo(middle + radius, middle)
    context.lineTo(middle, middle + radius)
    context.lineTo(middle - radius, middle)
    context.closePath()
    context.fillStyle = colours['five-g']
    context.fill()
    context.lineWidth = 1.5
    context.strokeStyle = colours['dot-edge']
    context.stroke()
  })
}

function sprite(size: number, draw: (context: CanvasRenderingContext2D, middle: number) => void): Sprite {
  const canvas = document.createElement('canvas')
  canvas.width = size * 2
  canvas.height = size * 2
  const context = canvas.getContext('2d')
  if (context) {
    context.scale(2, 2)
    context.beginPath()
    draw(context, size / 2)
  }
  return { canvas, size }
}

const MIN_CIRCLE_PIXELS = 3

/** All circles are drawn solid on a canvas of their own and laid over the map once: where they overlap they do not darken. */
function paintCircles({ context, width, height }: PaintFrame, seen: readonly number[], radius: number, colours: MapColours): void {
  if (radius < MIN_CIRCLE_PIXELS || seen.length === 0) return
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const circles = canvas.getContext('2d')
  if (!circles) return
  circles.fillStyle = colours['five-g']
  circles.beginPath()
  for (let place = 0; place < seen.length; place += 2) {
    const [x, y] = [seen[place] ?? 0, seen[place + 1] ?? 0]
    circles.moveTo(x + radius, y)
    circles.arc(x, y, radius, 0, 2 * Math.PI)
  }
  circles.fill()
  context.globalAlpha = 0.25
  context.drawImage(canvas, 0, 0)
  context.globalAlpha = 1
}
