import { expect, test } from 'vitest'
import { testPortal } from '#tests/support/test-portal.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import type { SpecificationShop } from '../contract.ts'
import { byDistance, shopFrom } from '../rules.ts'

const portal = await testPortal()
const URL = `${API_PREFIX}/cms/maps/tenereshopsbycoordinates`
const NIAMEY = { longitude: '2.1098', latitude: '13.5137' }

const near = (query: Record<string, string>) => portal.call({ url: URL, query: { opco: 'NE', ...query }, headers: { lang: 'fr' } })

test('SHOP-1 shops within 100 km, in the specification’s shape', async () => {
  const answer = await near({ ...NIAMEY, distanceInKilometers: '100' })
  expect(answer.statusCode).toBe(200)
  const { result } = answer.json()
  expect(result.length).toBeGreaterThan(10)
  expect(result[0]).toMatchObject({
    shop: 'Boutique Plateau - Niamey',
    title: 'Ténéré Mobile Niamey',
    location: { latitue: 13.5182, longitude: 2.1002 },
    phyLocation: expect.any(String),
    phNumber: '90001001',
  })
})

test('SHOP-1 a smaller circle holds fewer shops, the desert none', async () => {
  const all = (await near({ ...NIAMEY, distanceInKilometers: '100' })).json().result.length
  const few = (await near({ ...NIAMEY, distanceInKilometers: '1' })).json().result.length
  expect(few).toBeLessThan(all)
  expect((await near({ latitude: '21.5', longitude: '11.5', distanceInKilometers: '100' })).json().result).toEqual([])
})

test('SHOP-1 the name stands before the first hyphen, also when it holds one itself', async () => {
  const { result } = (await near({ latitude: '13.80716', longitude: '8.9881', distanceInKilometers: '10' })).json()
  const names = byDistance((result as SpecificationShop[]).map(shopFrom), { latitude: 13.80716, longitude: 8.9881 }).map(({ name }) => name)
  expect(names).toContain('Boutique Birni')
  expect(names.some((name) => name.endsWith('Kara\u2011Kara'))).toBe(true)
})

test.for([
  { ...NIAMEY, distanceInKilometers: '0' },
  { ...NIAMEY, distanceInKilometers: '-5' },
  { ...NIAMEY, distanceInKilometers: '1e9' },
  { latitude: 'NaN', longitude: '2.1', distanceInKilometers: '100' },
  { latitude: '1e308', longitude: '2.1', distanceInKilometers: '100' },
  { latitude: '2.1098', longitude: '13.5137', distanceInKilometers: '100' },
  { latitude: '13.5', distanceInKilometers: '100' },
  { ...NIAMEY, distanceInKilometers: '100', extra: '1' },
])('a wrong question is refused: %j', async (query) => {
  expect((await near(query as Record<string, string>)).statusCode).toBe(400)
})

test('a shared link finds its shop, and an old one says so', async () => {
  const shop = (number: string) => portal.call({ url: `${API_PREFIX}/shops/v1/shop`, query: { number } })
  expect((await shop('1')).json().result).toMatchObject({ shop: 'Boutique Plateau - Niamey' })
  expect((await shop('99999')).statusCode).toBe(404)
  expect((await shop('1 or 1=1')).statusCode).toBe(400)
})

test('SHOP-1 at least sixty shops and dealers, in all eight regions', async () => {
  const { result } = (await portal.call({ url: `${API_PREFIX}/shops/v1/towns` })).json()
  expect(result.isDemonstration).toBe(true)
  expect(result.regions.map(({ region }: { region: string }) => region)).toEqual([
    'Agadez',
    'Diffa',
    'Dosso',
    'Maradi',
    'Niamey',
    'Tahoua',
    'Tillabéri',
    'Zinder',
  ])
  const towns = result.regions.flatMap((one: { towns: { shops: number; dealers: number }[] }) => one.towns)
  expect(towns.reduce((sum: number, { shops, dealers }: { shops: number; dealers: number }) => sum + shops + dealers, 0)).toBeGreaterThan(
    60,
  )
})
