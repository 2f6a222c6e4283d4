import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { maskSecrets } from '#shared/mask-secrets.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import type { Askers } from '#server/asker.ts'
import type { Budgets } from '#server/budgets.ts'
import type { Database } from '#server/database.ts'
import { SUBJECT_LIMITS } from '#server/limit-table.ts'
import { isWithinLimit } from '#server/limits.ts'
import { languageOf } from '#server/problem-replies.ts'
import { describePoint, geocodeAddress, readMapSettings } from '../contract.ts'
import { type Coordinates, readCoordinates } from '../coordinates.ts'
import type { Geocoder } from './geocoder.ts'
import type { MapTiles } from './map-tiles.ts'

const PLACE_CACHE = 'public, max-age=300'

export function placesRoutes({
  geocoder,
  tiles,
  db,
  askers,
  budgets,
}: {
  geocoder: Geocoder
  tiles: MapTiles | null
  db: Database
  askers: Askers
  budgets: Budgets
}): FastifyPluginAsyncTypebox {
  async function countSearch(request: FastifyRequest): Promise<void> {
    await budgets.spend('places', await askers.of(request))
    if (!(await isWithinLimit(db, { key: 'places:everybody', ...SUBJECT_LIMITS.places }))) throw new Problem('too-many-requests')
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
