import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { coordinatesOf } from '#features/places/server/places.routes.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { readShop, readShopsByCoordinates, readShopTowns } from '../contract.ts'
import type { Shops } from './shops.ts'

const SHOP_CACHE = 'public, max-age=300'

export function shopRoutes(shops: Shops): FastifyPluginAsyncTypebox {
  return async function routes(app) {
    app.route({
      ...readShopsByCoordinates,
      async handler(request, reply) {
        const { distanceInKilometers, ...query } = request.query
        const found = await shops.near(coordinatesOf(query), Number(distanceInKilometers))
        reply.header('cache-control', SHOP_CACHE).header('vary', 'lang')
        return success(found)
      },
    })

    app.route({
      ...readShop,
      async handler(request, reply) {
        const shop = await shops.byNumber(Number(request.query.number))
        if (!shop) throw new Problem('not-found', 'no such shop')
        reply.header('cache-control', SHOP_CACHE)
        return success(shop)
      },
    })

    app.route({
      ...readShopTowns,
      async handler(_request, reply) {
        reply.header('cache-control', SHOP_CACHE)
        return success(await shops.towns())
      },
    })
  }
}
