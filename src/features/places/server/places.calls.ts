import { maskSecrets } from '#shared/mask-secrets.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import type { Visitor } from '#server/calls/visitor.ts'
import type { Database } from '#server/database/database.ts'
import { SUBJECT_LIMITS } from '#server/limits/rate-limits.ts'
import { isWithinLimit } from '#server/limits/limits.ts'
import { describePoint, geocodeAddress, readMapData, readMapSettings } from '../contract.ts'
import type { Coordinates } from '../coordinates.ts'
import { readCoordinates } from '../operator-map.ts'
import type { Geocoder } from './geocoder.ts'
import { prepareMapData } from './map-data.ts'
import type { MapTiles } from './map-tiles.ts'

type Deps = { geocoder: Geocoder; tiles: MapTiles | null; db: Database; rateLimiter: RateLimiter }

export function placesCalls({ geocoder, tiles, db, rateLimiter }: Deps): Served[] {
  async function countSearch(visitor: Visitor): Promise<void> {
    await rateLimiter.consume('places', await visitor.caller())
    if (!(await isWithinLimit(db, { key: 'places:everybody', ...SUBJECT_LIMITS.places }))) throw new Problem('too-many-requests')
  }

  const mapData = prepareMapData()
  return [
    serve(geocodeAddress, async ({ address }, visitor) => {
      await countSearch(visitor)
      return success({ places: await geocoder.find(maskSecrets(address), visitor.chosenLanguage) })
    }),
    serve(describePoint, async (asked, visitor) => {
      const point = coordinatesOf(asked)
      await countSearch(visitor)
      return success(await geocoder.describe(point, visitor.chosenLanguage))
    }),
    serve(readMapSettings, async () => success({ tiles })),
    serve(readMapData, async () => mapData),
  ]
}

/** Coordinates of a query, in or near the country; anything else is refused. */
export function coordinatesOf({ latitude, longitude }: { latitude: string; longitude: string }): Coordinates {
  const coordinates = readCoordinates(latitude, longitude)
  if (!coordinates) throw new Problem('bad-request', 'the coordinates are not in or near the country')
  return coordinates
}
