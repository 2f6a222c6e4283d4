import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Precision } from '../contract.ts'
import { MAP_CENTRE, SEARCH_RECTANGLE } from '../operator-map.ts'
import { type AskJson, GeocoderSilent, type OutsideGeocoder, type OutsidePlace } from './outside-geocoder.ts'

const Words = Type.Optional(Type.String())

/** What we read of a GeoJSON feature; coordinates are longitude first. */
const PhotonFeature = Type.Object({
  geometry: Type.Object({ coordinates: Type.Tuple([Type.Number(), Type.Number()]) }),
  properties: Type.Object({
    name: Words,
    street: Words,
    housenumber: Words,
    district: Words,
    city: Words,
    state: Words,
    countrycode: Words,
    type: Words,
  }),
})
const PhotonAnswer = Type.Object({ features: Type.Array(PhotonFeature) })
type PhotonFeature = Static<typeof PhotonFeature>

export function photonGeocoder(ask: AskJson): OutsideGeocoder {
  const { west, south, east, north } = SEARCH_RECTANGLE
  async function places(path: string, query: Record<string, string>): Promise<OutsidePlace[]> {
    const answer = await ask(path, query)
    if (!Value.Check(PhotonAnswer, answer)) throw new GeocoderSilent('unreadable')
    return answer.features.map(outsidePlace)
  }
  return {
    find: (text, language) =>
      places('api', {
        q: text,
        lang: language,
        limit: '5',
        lat: String(MAP_CENTRE.latitude),
        lon: String(MAP_CENTRE.longitude),
        bbox: [west, south, east, north].join(','),
      }),
    async describe({ latitude, longitude }, language) {
      const [nearest] = await places('reverse', { lat: String(latitude), lon: String(longitude), lang: language })
      return nearest ?? null
    },
  }
}

function outsidePlace({ geometry, properties }: PhotonFeature): OutsidePlace {
  const [longitude, latitude] = geometry.coordinates
  const { name, street, housenumber, district, city, state } = properties
  const houseAddress = street && [street, housenumber].filter(Boolean).join(' ')
  const parts = [name, houseAddress, district, city, state].filter((part, place, all) => part && all.indexOf(part) === place)
  return {
    address: parts.join(', '),
    latitude,
    longitude,
    precision: precisionOf(properties.type ?? ''),
    countryCode: properties.countrycode?.toUpperCase() ?? '',
  }
}

function precisionOf(type: string): Precision {
  if (type === 'house' || type === 'street') return 'address'
  return type === 'district' || type === 'locality' ? 'locality' : 'town'
}
