import type { MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import { OPERATOR } from '#operator-record'
import type { Basemap } from '#shared/place-record.ts'
import { type Coordinates, isWithin } from '../coordinates.ts'
import { kilometresBetween } from '../distance.ts'
import { SEARCH_RECTANGLE } from '../operator-map.ts'

const { outline, gazetteer } = OPERATOR.places
const regions = outline && regionsOf(outline.basemap)

function regionsOf(basemap: Basemap) {
  return feature(basemap, basemap.objects.regions).features.map(({ geometry, properties }) => ({
    name: properties.name,
    polygons: polygonsOf(geometry as Polygon | MultiPolygon),
  }))
}

/** The region of the country that holds the point; null outside the country. Without a basemap: that of the nearest town. */
export function regionAt(point: Coordinates): string | null {
  if (!regions) return isWithin(SEARCH_RECTANGLE, point) ? regionOfNearestTown(point) : null
  return regions.find(({ polygons }) => polygons.some((rings) => isInside(rings, point)))?.name ?? null
}

function regionOfNearestTown(point: Coordinates): string | null {
  let least = Infinity
  let region: string | null = null
  for (const town of gazetteer) {
    const kilometres = kilometresBetween(town, point)
    if (kilometres < least) [least, region] = [kilometres, town.region]
  }
  return region
}

function polygonsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
}

/** Even-odd over all rings, so that a hole (a capital inside another region) is outside. */
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
