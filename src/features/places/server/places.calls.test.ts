import { expect, test } from 'vitest'
import { testPortal } from '#tests/support/test-portal.ts'
import { API_PREFIX } from '#calls/addresses.ts'

const portal = await testPortal()

const geocode = (address: string, lang = 'fr') =>
  portal.call({ url: `${API_PREFIX}/cms/maps/geocode`, query: { address }, headers: { lang } })
const describePoint = (latitude: string, longitude: string, lang = 'fr') =>
  portal.call({ url: `${API_PREFIX}/cms/maps/reverse-geocode`, query: { latitude, longitude }, headers: { lang } })

test('API-6 an address is found with its precision, tolerant of spelling', async () => {
  const answer = await geocode('Maraddi')
  expect(answer.statusCode).toBe(200)
  expect(answer.json().result.places[0]).toEqual({
    address: 'Maradi',
    latitude: 13.5,
    longitude: 7.10174,
    precision: 'town',
    region: 'Maradi',
  })
})

test('API-6 a quarter known by a shop, and a postal code, are found more precisely than the town', async () => {
  const [plateau] = (await geocode('plateau niamey')).json().result.places
  expect(plateau).toMatchObject({ address: 'Plateau, Niamey', precision: 'locality', region: 'Niamey' })
  const [byCode] = (await geocode('8001')).json().result.places
  expect(byCode).toMatchObject({ address: 'Plateau, Niamey' })
})

test('COV-1 places outside Niger are not found, also when they lie in the rectangle', async () => {
  for (const town of ['Katsina', 'Sokoto', 'Ndjamena', 'Paris']) expect((await geocode(town)).json().result.places).toEqual([])
})

test.for(['.*', '%', '%25', "' or 1=1 --", '<script>', '\\', '()'])('abuse 76 search text is text: %s', async (text) => {
  const answer = await geocode(text)
  expect(answer.statusCode).toBe(200)
  expect(answer.json().result.places).toEqual([])
})

test('abuse 76 an empty or endless search text is refused', async () => {
  expect((await geocode('')).statusCode).toBe(400)
  expect((await geocode('x'.repeat(10_000))).statusCode).toBe(400)
})

test('MAP-2 a point is put into words of the visitor’s language', async () => {
  expect((await describePoint('13.60', '2.20')).json().result).toMatchObject({
    address: expect.stringMatching(/^À 14\skm au nord-est de Niamey \(région de Niamey\)$/),
    region: 'Niamey',
  })
  expect((await describePoint('16.90', '7.99')).json().result.address).toBe('À 8,2\u00a0km au sud d’Agadez (région d’Agadez)')
  expect((await describePoint('16.90', '7.99', 'en')).json().result.address).toBe('8.2\u00a0km south of Agadez (region of Agadez)')
  expect((await describePoint('13.5180', '2.1000')).json().result).toMatchObject({
    address: 'Aux alentours de Plateau, Niamey',
    precision: 'locality',
  })
  expect((await describePoint('12.0022', '8.5920')).json().result).toMatchObject({ region: null })
})

test.for([
  ['NaN', '2.1'],
  ['1e308', '2.1'],
  ['2.1098', '13.5137'],
  ['48.8', '2.3'],
  ['13.5', '2.1 or 1=1'],
])('abuse 75 coordinates %s, %s are refused', async ([latitude = '', longitude = '']) => {
  const answer = await describePoint(latitude, longitude)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ status: 'failure', code: 'bad-request' })
})

test('without tiles of the operator the built-in map is used', async () => {
  const answer = await portal.call({ url: `${API_PREFIX}/cms/maps/settings` })
  expect(answer.json().result).toEqual({ tiles: null })
})
