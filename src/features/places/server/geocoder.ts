import { LRUCache } from 'lru-cache'
import type { Language } from '#shared/language.ts'
import type { Clock } from '#server/clock.ts'
import type { FoundPlace } from '../contract.ts'
import { COUNTRY } from '#shared/operator.ts'
import { isWithin, type Coordinates } from '../coordinates.ts'
import { SEARCH_RECTANGLE } from '../operator-map.ts'
import { kilometresBetween } from '../distance.ts'
import { regionAt } from './country-shape.ts'
import { TOWNS } from './gazetteer.ts'
import { GeocoderSilent, type OutsideGeocoder, type OutsidePlace } from './outside-geocoder.ts'
import { type KnownPlace, createPlaceIndex, type PlaceIndex } from './place-index.ts'
import { placeName, type PlaceWords, pointInWords } from './place-words.ts'

/** Words to coordinates and back, for every feature. Every result says how precise it is and lies inside the country. */
export type Geocoder = {
  find(text: string, language: Language): Promise<FoundPlace[]>
  describe(point: Coordinates, language: Language): Promise<FoundPlace>
}

export type GeocoderParts = {
  clock: Clock
  words: (language: Language) => Promise<PlaceWords>
  /** Quarters the operator knows by its own shops. The same list again means that nothing changed. */
  ownPlaces: () => Promise<readonly KnownPlace[]>
  /** The service the operator configured, if any. */
  outside: OutsideGeocoder | null
  /** False when the service's rate limit is used up: then the gazetteer answers. */
  mayAskOutside: () => Promise<boolean>
  /** Called with the reason when the service did not answer. */
  onSilence: (reason: string) => void
}

const QUARTER_KM = 1.2
const CACHE_TTL_MS = 24 * 3600 * 1000
const MAX_CACHED_ANSWERS = 2_000

export function createGeocoder(parts: GeocoderParts): Geocoder {
  const { clock, words, ownPlaces, outside } = parts
  const cache = new LRUCache<string, OutsidePlace[]>({
    max: MAX_CACHED_ANSWERS,
    ttl: CACHE_TTL_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  let indexed: { from: readonly KnownPlace[]; index: PlaceIndex; all: readonly KnownPlace[] } | null = null

  async function known(): Promise<{ index: PlaceIndex; all: readonly KnownPlace[] }> {
    const own = await ownPlaces()
    if (indexed?.from !== own) {
      const all = [...TOWNS, ...own]
      indexed = { from: own, index: createPlaceIndex(all), all }
    }
    return indexed
  }

  /** The external service's results, or none: they only add to our own. */
  async function askOutside(key: string, ask: (service: OutsideGeocoder) => Promise<OutsidePlace[]>): Promise<FoundPlace[]> {
    if (!outside) return []
    try {
      let places = cache.get(key)
      if (!places) {
        if (!(await parts.mayAskOutside())) return []
        places = await ask(outside)
        cache.set(key, places)
      }
      return places.flatMap(insideCountry)
    } catch (error) {
      if (!(error instanceof GeocoderSilent)) throw error
      parts.onSilence(error.message)
      return []
    }
  }

  return {
    async find(text, language) {
      const found = await askOutside(`find\n${language}\n${text}`, (service) => service.find(text, language))
      if (found.length > 0) return found
      const { index } = await known()
      return withoutRepeats(index.find(text).map((place) => foundPlace(place, placeName(place))))
    },
    async describe(point, language) {
      const key = `describe\n${language}\n${point.latitude.toFixed(4)}\n${point.longitude.toFixed(4)}`
      const [described] = await askOutside(key, async (service) =>
        [await service.describe(point, language)].flatMap((place) => place ?? []),
      )
      if (described) return { ...described, ...point }
      const { all } = await known()
      const nearest = nearestPlace(all, point)
      const region = regionAt(point)
      const address = pointInWords({ point, nearest, region, words: await words(language), language })
      return { address, ...point, precision: nearest.precision, region }
    },
  }
}

function foundPlace({ latitude, longitude, precision, region }: KnownPlace, address: string): FoundPlace {
  return { address, latitude, longitude, precision, region }
}

/** A town and the shop in its middle bear the same name: the better one stays. */
function withoutRepeats(places: FoundPlace[]): FoundPlace[] {
  return places.filter(({ address }, position) => places.findIndex((other) => other.address === address) === position)
}

/** The rectangle holds foreign towns, and a service may answer anything: rectangle, country and our own map must agree. */
function insideCountry({ countryCode, ...place }: OutsidePlace): FoundPlace[] {
  if (!Number.isFinite(place.latitude) || !Number.isFinite(place.longitude)) return []
  const region = countryCode === COUNTRY.code && isWithin(SEARCH_RECTANGLE, place) ? regionAt(place) : null
  return region === null ? [] : [{ ...place, region }]
}

/** A quarter only when the point is in it, else the nearest town. */
function nearestPlace(places: readonly KnownPlace[], point: Coordinates): KnownPlace {
  let nearest: KnownPlace | undefined
  let least = Infinity
  for (const place of places) {
    const kilometres = kilometresBetween(place, point)
    if (place.town && kilometres > QUARTER_KM) continue
    // A quarter says more than the centre of its town, although the centre may be a little nearer.
    const rank = place.town ? kilometres / 2 : kilometres
    if (rank < least) [nearest, least] = [place, rank]
  }
  if (!nearest) throw new Error('the gazetteer is empty')
  return nearest
}
