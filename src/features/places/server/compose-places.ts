import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { OutboundLog } from '#outbound/send.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import { isWithinLimit } from '#server/limits/limits.ts'
import { BRAND } from '#shared/operator.ts'
import { createGeocoder } from './geocoder.ts'
import type { MapTiles } from './map-tiles.ts'
import { nominatimGeocoder } from './nominatim-geocoder.ts'
import { createJsonCaller, type OutsideGeocoder, type OutsideSettings } from './outside-geocoder.ts'
import { photonGeocoder } from './photon-geocoder.ts'
import type { KnownPlace } from './place-index.ts'
import { placesCalls } from './places.calls.ts'

type Deps = {
  db: Database
  clock: Clock
  rateLimiter: RateLimiter
  content: Pick<SiteContent, 'read'>
  maps: { geocoder: OutsideSettings | null; tiles: MapTiles | null }
  publicUrl: URL
  /** Quarters that the operator knows by its own shops. */
  ownPlaces: () => Promise<readonly KnownPlace[]>
  log: OutboundLog & { warn(fields: object, message: string): void }
}

export function composePlaces(deps: Deps) {
  const { db, clock, rateLimiter, content, maps, ownPlaces, log } = deps
  const { callsPerSecond = 1 } = maps.geocoder ?? {}
  const geocoder = createGeocoder({
    clock,
    words: async (language) => (await content.read('places-translation', language)) as Record<string, string>,
    ownPlaces,
    outside: outsideGeocoder(deps),
    mayAskOutside: () => isWithinLimit(db, { key: 'geocoder:outside', everySeconds: 1 / callsPerSecond, burst: Math.ceil(callsPerSecond) }),
    onSilence: (reason) => log.warn({ reason }, 'geocoder is silent'),
  })
  return { geocoder, calls: placesCalls({ geocoder, tiles: maps.tiles, db, rateLimiter }) }
}

function outsideGeocoder({ maps: { geocoder }, publicUrl, clock, log }: Deps): OutsideGeocoder | null {
  if (!geocoder) return null
  // The public Nominatim servers ask every caller to say who it is.
  const ask = createJsonCaller({ url: geocoder.url, key: geocoder.key, product: `guichet ${BRAND.slug} (${publicUrl.origin})`, clock, log })
  return geocoder.kind === 'nominatim' ? nominatimGeocoder(ask) : photonGeocoder(ask)
}
