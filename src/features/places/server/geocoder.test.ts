import { expect, test } from 'vitest'
import { createGeocoder, type GeocoderParts } from './geocoder.ts'
import { GeocoderSilent, type OutsideGeocoder, type OutsidePlace } from './outside-geocoder.ts'

const STREET: OutsidePlace = {
  address: 'Rue du Plateau, Niamey',
  latitude: 13.5182,
  longitude: 2.1002,
  precision: 'address',
  countryCode: 'NE',
}

function geocoderWith(parts: Partial<GeocoderParts> = {}) {
  return createGeocoder({
    clock: { now: () => new Date('2026-11-15T10:00:00Z') },
    words: async () => ({ centreOf: 'Centre {ofPlace}' }),
    ownPlaces: async () => [],
    outside: null,
    mayAskOutside: async () => true,
    onSilence: () => {},
    ...parts,
  })
}

function serviceThat(find: () => Promise<OutsidePlace[]>): OutsideGeocoder & { asked: number } {
  const service = {
    asked: 0,
    async find() {
      service.asked += 1
      return find()
    },
    describe: async () => null,
  }
  return service
}

test('API-6 the configured service answers first and is called once for the same text', async () => {
  const service = serviceThat(async () => [STREET])
  const geocoder = geocoderWith({ outside: service })
  expect(await geocoder.find('rue du plateau', 'fr')).toEqual([
    { address: 'Rue du Plateau, Niamey', latitude: 13.5182, longitude: 2.1002, precision: 'address', region: 'Niamey' },
  ])
  await geocoder.find('rue du plateau', 'fr')
  expect(service.asked).toBe(1)
})

test('COV-1 what the service finds abroad is dropped, whatever it claims', async () => {
  const kano = { ...STREET, latitude: 12.0022, longitude: 8.592 }
  const wrong = [kano, { ...STREET, countryCode: 'NG' }, { ...STREET, latitude: NaN }, { ...STREET, latitude: 48.8, longitude: 2.3 }]
  const geocoder = geocoderWith({ outside: serviceThat(async () => wrong) })
  expect(await geocoder.find('xyzzy', 'fr')).toEqual([])
})

test('a service that does not answer is reported, and the gazetteer answers', async () => {
  const silences: string[] = []
  const service = serviceThat(() => Promise.reject(new GeocoderSilent('status 502')))
  const geocoder = geocoderWith({ outside: service, onSilence: (reason) => silences.push(reason) })
  expect((await geocoder.find('zinder', 'fr'))[0]).toMatchObject({ address: 'Zinder', precision: 'town' })
  expect(silences).toEqual(['status 502'])
})

test('when the rate limit of the service is used up, the gazetteer answers and nothing is cached', async () => {
  let isAllowed = false
  const service = serviceThat(async () => [STREET])
  const geocoder = geocoderWith({ outside: service, mayAskOutside: async () => isAllowed })
  expect((await geocoder.find('niamey', 'fr'))[0]).toMatchObject({ address: 'Niamey' })
  expect(service.asked).toBe(0)
  isAllowed = true
  expect((await geocoder.find('niamey', 'fr'))[0]).toMatchObject({ address: 'Rue du Plateau, Niamey' })
})

test('MAP-2 a point the service does not know is described by the gazetteer', async () => {
  const geocoder = geocoderWith({ outside: serviceThat(async () => []) })
  expect(await geocoder.describe({ latitude: 13.5137, longitude: 2.1098 }, 'fr')).toMatchObject({ address: 'Centre de Niamey' })
})
