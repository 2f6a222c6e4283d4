import { expect, test } from 'vitest'
import type { SpecificationShop } from './contract.ts'
import { byDistance, directionsLink, directionsPage, readFilter, shopFrom, zoomToNearest } from './rules.ts'

const NIAMEY = { latitude: 13.5137, longitude: 2.1098 }

function aShop(changes: Partial<SpecificationShop> = {}): SpecificationShop {
  return {
    shop: 'Boutique Plateau - Niamey',
    title: 'Ténéré Mobile Niamey',
    location: { latitue: 13.5182, longitude: 2.1002 },
    phyLocation: 'Boulevard de la République',
    phNumber: '90001001',
    number: 1,
    kind: 'shop',
    town: 'Niamey',
    quarter: 'Plateau',
    postalCode: '8001',
    openingHours: 'Mo-Fr 08:00-18:00',
    services: ['sim'],
    ...changes,
  }
}

test('SHOP-1 only what stands before the first hyphen is the name', () => {
  expect(shopFrom(aShop()).name).toBe('Boutique Plateau')
  expect(shopFrom(aShop({ shop: 'Kiosque - Gare - Arlit' })).name).toBe('Kiosque')
  expect(shopFrom(aShop({ shop: 'Kiosque' })).name).toBe('Kiosque')
})

test('SHOP-1 the odd spelling of the latitude stays in the contract', () => {
  expect(shopFrom(aShop())).toMatchObject({ latitude: 13.5182, longitude: 2.1002 })
})

test('SHOP-1 the nearest comes first, and the list given stays as it was', () => {
  const far = { latitude: 13.8, longitude: 8.98 }
  const near = { latitude: 13.52, longitude: 2.11 }
  const given = [far, near]
  expect(byDistance(given, NIAMEY).map(({ kilometres }) => Math.round(kilometres))).toEqual([1, 743])
  expect(given).toEqual([far, near])
})

test('MAP-1 the zoom after a search is 15, unless the three nearest shops would be out of sight', () => {
  expect(zoomToNearest([0.3, 0.4, 0.7, 40])).toBe(15)
  expect(zoomToNearest([0.3, 0.4, 1.5])).toBe(14)
  expect(zoomToNearest([0.3])).toBe(15)
  expect(zoomToNearest([90, 95])).toBe(9)
})

test('a computer is led to a map on the web', () => {
  expect(directionsPage(NIAMEY)).toBe('https://www.openstreetmap.org/directions?to=13.5137,2.1098')
})

test('a name cannot break out of the directions link', () => {
  expect(directionsLink({ ...NIAMEY, name: 'Chez A&B (centre) #1' })).toBe(
    'geo:13.5137,2.1098?q=13.5137,2.1098(Chez%20A%26B%20(centre)%20%231)',
  )
})

test('an unknown kind shows all', () => {
  expect([readFilter('dealer'), readFilter('shop'), readFilter('x'), readFilter(null)]).toEqual(['dealer', 'shop', 'all', 'all'])
})
