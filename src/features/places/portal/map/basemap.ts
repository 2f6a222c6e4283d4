import { feature, mesh } from 'topojson-client'
import type { MultiPolygon, Polygon, Position } from 'geojson'
import type { GeometryCollection } from 'topojson-specification'
import type { Basemap as Topology } from '#shared/place-record.ts'
import type { Painter, PaintFrame } from './canvas-layer.ts'
import type { MapColours } from './map-colours.ts'
import { mercatorX, mercatorY } from './mercator.ts'

/** Lines as x, y, x, y … in the projected world. */
type Line = Float64Array

export type Basemap = { country: Line[]; regionBorders: Line[]; countryBorder: Line[]; borders: Line[]; rivers: Line[]; lakes: Line[] }

/** The lines of the built-in map. */
export function projectBasemap(topology: Topology): Basemap {
  const { regions, lakes, borders, rivers } = topology.objects
  const lines = (coordinates: Position[][]) => coordinates.map(projectedLine)
  return {
    country: lines(ringsOf(topology, regions)),
    regionBorders: lines(mesh(topology, regions, (one, other) => one !== other).coordinates),
    countryBorder: lines(mesh(topology, regions, (one, other) => one === other).coordinates),
    borders: lines(mesh(topology, borders).coordinates),
    rivers: lines(mesh(topology, rivers).coordinates),
    lakes: lines(ringsOf(topology, lakes)),
  }
}

function ringsOf(topology: Topology, shapes: GeometryCollection): Position[][] {
  return feature(topology, shapes).features.flatMap(({ geometry }) => {
    const shape = geometry as Polygon | MultiPolygon
    return shape.type === 'Polygon' ? shape.coordinates : shape.coordinates.flat()
  })
}

function projectedLine(line: Position[]): Line {
  return Float64Array.from(line.flatMap(([longitude = 0, latitude = 0]) => [mercatorX(longitude), mercatorY(latitude)]))
}

/** Without lines all is land: which part is abroad is not known. */
export function basemapPainter(basemap: Basemap | null, colours: MapColours): Painter {
  return (frame) => {
    const { context, width, height, zoom } = frame
    context.fillStyle = basemap ? colours.abroad : colours.land
    context.fillRect(0, 0, width, height)
    if (!basemap) return
    context.fillStyle = colours.land
    context.lineJoin = 'round'
    fill(frame, basemap.country)
    context.fillStyle = colours.water
    fill(frame, basemap.lakes)
    stroke(frame, basemap.rivers, { colour: colours.water, width: riverWidth(zoom), isBent: true })
    stroke(frame, basemap.borders, { colour: colours.region, width: 1 })
    stroke(frame, basemap.regionBorders, { colour: colours.region, width: 1, dash: [4, 4] })
    stroke(frame, basemap.countryBorder, { colour: colours.border, width: 1.5 })
  }
}

/** The river is some hundred metres wide: from close by its line covers what is not known of its banks. */
function riverWidth(zoom: number): number {
  if (zoom < 7) return 1.5
  return zoom < 10 ? 2.5 : 2.5 * (zoom - 8)
}

function fill(frame: PaintFrame, lines: readonly Line[]): void {
  trace(frame, lines)
  frame.context.fill()
}

function stroke(
  frame: PaintFrame,
  lines: readonly Line[],
  look: { colour: string; width: number; dash?: number[]; isBent?: boolean },
): void {
  const { context } = frame
  context.strokeStyle = look.colour
  context.lineWidth = look.width
  context.setLineDash(look.dash ?? [])
  trace(frame, lines, look.isBent)
  context.stroke()
  context.setLineDash([])
}

/** A bent line goes through the middles of its steps: a river has no corners. */
function trace({ context, worldPixels, left, top }: PaintFrame, lines: readonly Line[], isBent = false): void {
  context.beginPath()
  for (const line of lines) {
    for (let place = 0; place < line.length; place += 2) {
      const x = (line[place] ?? 0) * worldPixels - left
      const y = (line[place + 1] ?? 0) * worldPixels - top
      const next = place + 2
      if (place === 0) context.moveTo(x, y)
      else if (!isBent || next >= line.length) context.lineTo(x, y)
      else
        context.quadraticCurveTo(
          x,
          y,
          (x + (line[next] ?? 0) * worldPixels - left) / 2,
          (y + (line[next + 1] ?? 0) * worldPixels - top) / 2,
        )
    }
  }
}
