import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { shopCalls } from './shops.calls.ts'
import { createShops } from './shops.ts'

type Deps = {
  db: Database
  clock: Clock
  /** Tiles of the operator's own show streets. */
  maps: { tiles: object | null }
}

export async function composeShops({ db, clock, maps }: Deps) {
  const shops = createShops({ db, clock })
  // Read once before the first visitor: from now on a database that is away takes no page away.
  await shops.version()
  return {
    shops,
    calls: shopCalls(shops, { hasTownMap: maps.tiles !== null }),
    version: () => shops.version(),
    isDemonstration: async () => (await shops.towns()).isDemonstration,
  }
}
