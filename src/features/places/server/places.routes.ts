import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { askerOf, paceOf } from '#server/asker.ts'
import type { Database } from '#server/database.ts'
import { isWithinLimit } from '#server/limits.ts'
import { languageOf } from '#server/problem-replies.ts'
import { describePoint, geocodeAddress, readMapSettings } from '../contract.ts'
import { type Coordinates, readCoordinates } from '../coordinates.ts'
import type { Geocoder } from './geocoder.ts'
import type { MapTiles } from './map-tiles.ts'

/** A person searches now and then and moves a map; a whole town may stand behind one address. */
const PER_VISIT = { everySeconds: 0.5, burst: 120 }
const EVERYBODY = { key: 'places:everybody', everySeconds: 0.005, burst: 1000 }
const PLACE_CACHE = 'public, max-age=300'

export function placesRoutes({
  geocoder,
  tiles,
  db,
}: {
  geocoder: Geocoder
  tiles: MapTiles | null
  db: Database
}): FastifyPluginAsyncTypebox {
  async function countSearch(request: FastifyRequest): Promise<void> {
    const asker = askerOf(request)
    const isWithin =
      (await isWithinLimit(db, { key: `places:${asker}`, ...paceOf(asker, PER_VISIT) })) && (await isWithinLimit(db, EVERYBODY))
    if (!isWithin) throw new Problem('too-many-requests')
  }

  return async function routes(app) {
    app.route({
      ...geocodeAddress,
      async handler(request, reply) {
        await countSearch(request)
        const places = await geocoder.find(maskSecrets(request.query.address), languageOf(request))
        reply.header('cache-control', PLACE_CACHE).header('vary', 'lang')
        return success({ places })
      },
    })

    app.route({
      ...describePoint,
      async handler(request, reply) {
        const point = coordinatesOf(request.query)
        await countSearch(request)
        const place = await geocoder.describe(point, languageOf(request))
        reply.header('cache-control', PLACE_CACHE).header('vary', 'lang')
        return success(place)
      },
    })

    app.route({
      ...readMapSettings,
      async handler(_request, reply) {
        reply.header('cache-control', PLACE_CACHE)
        return success({ tiles })
      },
    })
  }
}

/** Coordinates of a query, in or near Niger; anything else is refused. */
export function coordinatesOf({ latitude, longitude }: { latitude: string; longitude: string }): Coordinates {
  const coordinates = readCoordinates(latitude, longitude)
  if (!coordinates) throw new Problem('bad-request', 'the coordinates are not in or near Niger')
  return coordinates
}
