import type { MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Coordinates } from '../coordinates.ts'
import basemap from '../data/basemap.json' with { type: 'json' }

const topology = basemap as unknown as Topology<{ regions: GeometryCollection<{ name: string }> }>

const regions = feature(topology, topology.objects.regions).features.map(({ geometry, properties }) => ({
  name: properties.name,
  polygons: polygonsOf(geometry as Polygon | MultiPolygon),
}))

/** The region of Niger that holds the point; null outside the country. */
export function regionAt(point: Coordinates): string | null {
  return regions.find(({ polygons }) => polygons.some((rings) => isInside(rings, point)))?.name ?? null
}

function polygonsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
}

/** Even-odd over all rings, so that a hole (Niamey inside Tillabéri) is outside. */
function isInside(rings: Position[][], { latitude, longitude }: Coordinates): boolean {
  let isIn = false
  for (const ring of rings) {
    for (const [place, [x1 = 0, y1 = 0]] of ring.entries()) {
      const [x2 = 0, y2 = 0] = ring[(place || ring.length) - 1] ?? []
      const crosses = y1 > latitude !== y2 > latitude && longitude < ((x2 - x1) * (latitude - y1)) / (y2 - y1) + x1
      if (crosses) isIn = !isIn
    }
  }
  return isIn
}
