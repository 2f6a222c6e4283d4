import { basename, dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { coverageCalls } from '#features/coverage/server/coverage.calls.ts'
import { seedSites } from '#features/coverage/server/import-sites.ts'
import { openSites } from '#features/coverage/server/sites.ts'
import { openGeocoder, type Geocoder } from '#features/places/server/geocoder.ts'
import { nominatimGeocoder } from '#features/places/server/nominatim-geocoder.ts'
import { jsonAsker, type OutsideGeocoder } from '#features/places/server/outside-geocoder.ts'
import { photonGeocoder } from '#features/places/server/photon-geocoder.ts'
import { placesCalls } from '#features/places/server/places.calls.ts'
import { seedShops } from '#features/shops/server/import-shops.ts'
import { openShops, type Shops } from '#features/shops/server/shops.ts'
import { shopCalls } from '#features/shops/server/shops.calls.ts'
import type { SpecialPackages } from '#features/site-content/server/site-content.calls.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { OutboundLog } from '#outbound/send.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { Served } from '#server/calls/serve.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { isWithinLimit } from '#server/limits/limits.ts'
import { TILE_FILE_PREFIX, type MapSettings } from '#settings/map-services.ts'
import type { Settings } from '#settings/settings.ts'
import { BRAND } from '#shared/brand.ts'

export type MapParts = {
  calls: Served[]
  specialPackages: SpecialPackages
  geocoder: Geocoder
  shops: Shops
  /** Changes with shops and sites: pages that show them are kept under it. */
  version: () => Promise<string>
}

/** Joins coverage, shops and the geocoder that knows the shops' quarters. */
export async function buildMaps(given: {
  settings: Settings
  db: Database
  budgets: Budgets
  clock: Clock
  content: SiteContent
  /** Told when the operator's geocoding service does not answer. */
  onSilence: (reason: string) => void
  log: OutboundLog
}): Promise<MapParts> {
  const { settings, db, budgets, clock, content, onSilence, log } = given
  await seedSites(db)
  await seedShops(db)
  const sites = openSites({ db, clock })
  const shops = openShops({ db, clock })
  const { callsPerSecond = 1 } = settings.maps.geocoder ?? {}
  const geocoder = openGeocoder({
    clock,
    words: async (language) => (await content.read('places-translation', language)) as Record<string, string>,
    ownPlaces: () => shops.places(),
    outside: outsideGeocoder(settings, clock, log),
    mayAskOutside: () => isWithinLimit(db, { key: 'geocoder:outside', everySeconds: 1 / callsPerSecond, burst: Math.ceil(callsPerSecond) }),
    onSilence,
  })
  const version = async () => `${await sites.version()}.${await shops.version()}`
  // Read once before the first visitor: from now on a database that is away takes no page away.
  await version()
  return {
    calls: [...placesCalls({ geocoder, tiles: settings.maps.tiles, db, budgets }), ...coverageCalls(sites), ...shopCalls(shops)],
    specialPackages: { '/fetch-sites-data-5g': () => sites.specificationPackage() },
    geocoder,
    shops,
    version,
  }
}

function outsideGeocoder({ maps: { geocoder }, publicUrl }: Settings, clock: Clock, log: OutboundLog): OutsideGeocoder | null {
  if (!geocoder) return null
  // The public Nominatim servers ask every caller to say who it is.
  const ask = jsonAsker({ url: geocoder.url, key: geocoder.key, product: `guichet ${BRAND.slug} (${publicUrl.origin})`, clock, log })
  return geocoder.kind === 'nominatim' ? nominatimGeocoder(ask) : photonGeocoder(ask)
}

/** Serves the operator's file of tiles in pieces, and no other file beside it. */
export async function serveTileFile(app: FastifyInstance, { tileFile }: MapSettings): Promise<void> {
  if (!tileFile) return
  const name = basename(tileFile)
  await app.register(fastifyStatic, {
    root: dirname(tileFile),
    prefix: TILE_FILE_PREFIX,
    decorateReply: false,
    cacheControl: false,
    allowedPath: (path) => path === `/${name}`,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
}
