import { expect, test } from 'vitest'
import { type Api, clientOf } from '#calls/api.ts'
import { CALLS, type CallName } from '#calls/contracts.ts'
import texts from '#content/fr/storeLocator-translation.json' with { type: 'json' }
import { findShops } from './find-shops.ts'

const TOWNS = { isDemonstration: true, regions: [{ region: 'Dosso', towns: [{ town: 'Dosso', shops: 1, dealers: 2 }] }] }
const FAILURE = { status: 'failure', statusCode: 503, code: 'unavailable', message: '', requestId: '' }
const PLACE = { address: 'Dosso', latitude: 13.049, longitude: 3.1937, precision: 'town', region: 'Dosso' }

/** Answers by name; what is not listed fails. */
function apiThat(answers: Partial<Record<CallName, unknown>>): Api {
  return clientOf(CALLS, async ({ name }) => {
    const result = answers[name as CallName]
    return result === undefined ? FAILURE : { status: 'success', statusCode: 200, result }
  })
}

const find = (answers: Partial<Record<CallName, unknown>>, query: string) =>
  findShops(apiThat(answers), { query: new URLSearchParams(query), fixedFilter: null, texts, language: 'fr' })

test('SHOP-2 a list of shops that cannot be fetched shows the not-found panel', async () => {
  expect(await find({ geocodeAddress: { places: [PLACE] } }, 'q=dosso')).toMatchObject({ kind: 'nothing', hasFailed: true })
})

test('SHOP-2 so does a search that cannot be answered', async () => {
  expect(await find({ readShopTowns: TOWNS }, 'q=dosso')).toMatchObject({ kind: 'nothing', hasFailed: true })
})

test('SHOP-1 a place without shops within 100 km is nothing found, not a failure', async () => {
  const answers = { geocodeAddress: { places: [PLACE] }, readShopsByCoordinates: [], readShopTowns: TOWNS }
  expect(await find(answers, 'q=bilma')).toMatchObject({ kind: 'nothing', hasFailed: false, typed: 'bilma' })
})

test('malformed coordinates, or ones outside the country, find nothing', async () => {
  for (const query of ['lat=NaN&lng=2', 'lat=2.1&lng=13.5', 'lat=13.5', 'shop=1%20or%201'])
    expect(await find({ readShopTowns: TOWNS }, query)).toMatchObject({ kind: 'nothing', hasFailed: false })
})

test('without a question the towns are shown', async () => {
  expect(await find({ readShopTowns: TOWNS }, '')).toEqual({ kind: 'start', typed: '', filter: 'all', ...TOWNS })
})
