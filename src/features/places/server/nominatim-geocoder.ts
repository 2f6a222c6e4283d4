import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { COUNTRY } from '#shared/operator.ts'
import type { Precision } from '../contract.ts'
import { SEARCH_RECTANGLE } from '../operator-map.ts'
import { type AskJson, GeocoderSilent, type OutsideGeocoder, type OutsidePlace } from './outside-geocoder.ts'

/** What we read of an answer; Nominatim writes coordinates as texts. */
const NominatimPlace = Type.Object({
  lat: Type.String(),
  lon: Type.String(),
  display_name: Type.String(),
  addresstype: Type.Optional(Type.String()),
  address: Type.Optional(Type.Object({ country_code: Type.Optional(Type.String()) })),
})
type NominatimPlace = Static<typeof NominatimPlace>

const TOWN_KINDS = new Set(['city', 'town', 'village', 'municipality', 'county', 'state_district', 'state', 'region', 'postcode'])
const LOCALITY_KINDS = new Set([
  'suburb',
  'quarter',
  'neighbourhood',
  'city_district',
  'district',
  'borough',
  'hamlet',
  'isolated_dwelling',
])

export function nominatimGeocoder(ask: AskJson): OutsideGeocoder {
  const { west, south, east, north } = SEARCH_RECTANGLE
  return {
    async find(text, language) {
      const answer = await ask('search', {
        q: text,
        format: 'jsonv2',
        addressdetails: '1',
        countrycodes: COUNTRY.code.toLowerCase(),
        viewbox: [west, north, east, south].join(','),
        bounded: '1',
        'accept-language': language,
        limit: '5',
      })
      if (!Value.Check(Type.Array(NominatimPlace), answer)) throw new GeocoderSilent('unreadable')
      return answer.map(outsidePlace)
    },
    async describe({ latitude, longitude }, language) {
      const answer = await ask('reverse', {
        lat: String(latitude),
        lon: String(longitude),
        format: 'jsonv2',
        addressdetails: '1',
        'accept-language': language,
      })
      // 'Unable to geocode' comes as an object of its own, with status 200.
      if (Value.Check(Type.Object({ error: Type.Unknown() }), answer)) return null
      if (!Value.Check(NominatimPlace, answer)) throw new GeocoderSilent('unreadable')
      return outsidePlace(answer)
    },
  }
}

function outsidePlace({ lat, lon, display_name, addresstype = '', address }: NominatimPlace): OutsidePlace {
  return {
    address: display_name,
    latitude: Number(lat),
    longitude: Number(lon),
    precision: precisionOf(addresstype),
    countryCode: address?.country_code?.toUpperCase() ?? '',
  }
}

function precisionOf(addressType: string): Precision {
  if (TOWN_KINDS.has(addressType)) return 'town'
  return LOCALITY_KINDS.has(addressType) ? 'locality' : 'address'
}
