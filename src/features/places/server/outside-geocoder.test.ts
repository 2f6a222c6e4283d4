import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { nominatimGeocoder } from './nominatim-geocoder.ts'
import { GeocoderSilent, createJsonCaller } from './outside-geocoder.ts'
import { photonGeocoder } from './photon-geocoder.ts'

const seen: { path: string; query: URLSearchParams; agent: string | undefined }[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end('[]')
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://service')
  seen.push({ path: pathname, query: searchParams, agent: request.headers['user-agent'] })
  answer(request, response)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())

const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/osm`)
const ask = createJsonCaller({ url, key: 'secret', product: 'guichet test', clock: systemClock })
const answers = (body: unknown) => {
  answer = (_request, response) => response.end(JSON.stringify(body))
}
const lastSeen = () => seen[seen.length - 1]

const NOMINATIM_PLACE = {
  place_id: 1,
  lat: '13.5182',
  lon: '2.1002',
  category: 'highway',
  type: 'residential',
  addresstype: 'road',
  display_name: 'Rue du Plateau, Niamey, Niger',
  boundingbox: ['13.5', '13.6', '2.1', '2.2'],
  address: { road: 'Rue du Plateau', country_code: 'ne' },
}

test('Nominatim is asked within Niger and its texts become numbers', async () => {
  answers([NOMINATIM_PLACE, { ...NOMINATIM_PLACE, addresstype: 'suburb' }, { ...NOMINATIM_PLACE, addresstype: 'city' }])
  const places = await nominatimGeocoder(ask).find('rue du plateau', 'fr')
  expect(places.map(({ precision }) => precision)).toEqual(['address', 'locality', 'town'])
  expect(places[0]).toEqual({
    address: 'Rue du Plateau, Niamey, Niger',
    latitude: 13.5182,
    longitude: 2.1002,
    precision: 'address',
    countryCode: 'NE',
  })
  expect(lastSeen()).toMatchObject({ path: '/osm/search', agent: 'guichet test' })
  expect(Object.fromEntries(lastSeen()?.query ?? [])).toEqual({
    q: 'rue du plateau',
    format: 'jsonv2',
    addressdetails: '1',
    countrycodes: 'ne',
    viewbox: '0.1,23.6,16,11.6',
    bounded: '1',
    'accept-language': 'fr',
    limit: '5',
    key: 'secret',
  })
})

test('Nominatim says "unable to geocode" with status 200', async () => {
  answers({ error: 'Unable to geocode' })
  expect(await nominatimGeocoder(ask).describe({ latitude: 20, longitude: 10 }, 'fr')).toBeNull()
  expect(lastSeen()?.path).toBe('/osm/reverse')
})

test('Photon answers GeoJSON, longitude first', async () => {
  const properties = {
    name: 'Grand Marché',
    street: 'Boulevard de la Liberté',
    city: 'Niamey',
    state: 'Niamey',
    countrycode: 'NE',
    type: 'house',
  }
  answers({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [2.1173, 13.5166] }, properties }],
  })
  const [place] = await photonGeocoder(ask).find('grand marché', 'fr')
  expect(place).toEqual({
    address: 'Grand Marché, Boulevard de la Liberté, Niamey',
    latitude: 13.5166,
    longitude: 2.1173,
    precision: 'address',
    countryCode: 'NE',
  })
  expect(lastSeen()?.query.get('bbox')).toBe('0.1,11.6,16,23.6')
})

test('abuse 63 the words of a search change neither host nor path', async () => {
  answers([])
  for (const words of ['http://169.254.169.254/', '../../admin', '@evil.example', '?q=x#', '%00', 'a&countrycodes=ng&key=other']) {
    await nominatimGeocoder(ask).find(words, 'fr')
    expect(lastSeen()?.path).toBe('/osm/search')
    expect(lastSeen()?.query.get('q')).toBe(words)
    expect(lastSeen()?.query.get('countrycodes')).toBe('ne')
    expect(lastSeen()?.query.getAll('key')).toEqual(['secret'])
  }
})

test.for([
  ['a redirect', (_: IncomingMessage, response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['an error', (_: IncomingMessage, response: ServerResponse) => response.writeHead(502).end('{}')],
  ['nonsense', (_: IncomingMessage, response: ServerResponse) => response.end('<html>')],
  ['another shape', (_: IncomingMessage, response: ServerResponse) => response.end('{"places":[]}')],
  ['a flood', (_: IncomingMessage, response: ServerResponse) => response.end(`["${'x'.repeat(500_000)}"]`)],
  ['a hang-up', (request: IncomingMessage) => request.destroy()],
] as const)('%s is silence, and its reason holds no key', async ([, behaviour]) => {
  answer = behaviour
  const error: unknown = await nominatimGeocoder(ask)
    .find('niamey', 'fr')
    .catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(GeocoderSilent)
  expect(String(error)).not.toContain('secret')
})
