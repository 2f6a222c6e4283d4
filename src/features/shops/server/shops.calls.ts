import { coordinatesOf } from '#features/places/server/places.calls.ts'
import { serve, type Served } from '#server/calls/serve.ts'
import { Problem } from '#shared/problem.ts'
import { success } from '#shared/reply.ts'
import { readShop, readShopsByCoordinates, readShopTowns } from '../contract.ts'
import type { Shops } from './shops.ts'

export function shopCalls(shops: Shops, { hasTownMap }: { hasTownMap: boolean }): Served[] {
  return [
    serve(readShopsByCoordinates, async ({ distanceInKilometers, ...point }) =>
      success(await shops.near(coordinatesOf(point), Number(distanceInKilometers))),
    ),
    serve(readShop, async ({ number }) => {
      const shop = await shops.byNumber(Number(number))
      if (!shop) throw new Problem('not-found', 'no such shop')
      return success(shop)
    }),
    serve(readShopTowns, async () => success({ ...(await shops.towns()), hasTownMap })),
  ]
}
