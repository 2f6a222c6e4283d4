import { expect, test } from 'vitest'
import { API_PREFIX } from '#calls/addresses.ts'
import { checkSites } from '#features/coverage/server/import-sites.ts'
import { shippedRows } from '#features/places/server/check-rows.ts'
import { checkShops } from '#features/shops/server/import-shops.ts'
import { operatorNames, readOperator } from '#settings/read-operator.ts'
import { plainVisitor } from '../../support/served-page.ts'
import { servedPortal } from '../../support/served-portal.ts'

const portal = await servedPortal()
const open = (address: string, language?: 'en') => plainVisitor(portal, language && { language }).open(address)
const call = async (path: string) => (await portal.call({ url: `${API_PREFIX}/${path}` })).json().result

const NIGER = /Niger|Niamey|Zinder|Maradi|Agadez|Tahoua|Dosso|Diffa|Tillab/

test('SHOP-1 shops are found in the towns of the operator', async () => {
  const start = await open('/store-locator')
  expect(start.text).toContain('Lubumbashi')
  const page = await open('/store-locator?q=kinshassa')
  expect(page.text).toContain('Boutique Gombe')
  for (const { html } of [start, page]) expect(html).not.toMatch(NIGER)
})

test('COV-1 coverage offers the towns of the operator and names its country', async () => {
  const page = await open('/openNetworks')
  expect(page.text).toContain('Notre réseau en RD Congo')
  expect(page.text).toMatch(/Kinshasa\s*Lubumbashi/)
  expect((await open('/openNetworks', 'en')).text).toContain('Our network in DR Congo')
  expect((await open('/openNetworks?q=goma')).text).toMatch(/^.*(Oui|Non)/s)
  expect((await open('/openNetworks?q=niamey')).text).toContain('Nous ne connaissons pas de lieu « niamey » en RD Congo')
  expect(page.html).not.toMatch(NIGER)
})

test('MAP-1 the map has the bounds and towns of the operator, and no basemap of another country', async () => {
  const data = await call('cms/maps/data')
  expect(data).toMatchObject({ basemap: null, limits: { south: -14.5, north: 6.4 } })
  expect(data.towns[0]).toMatchObject({ name: 'Kinshasa', isCapital: true })
  expect(JSON.stringify(data)).not.toMatch(NIGER)
})

test('a place is described by its nearest town, and a region is that of the nearest town', async () => {
  const described = await call('cms/maps/reverse-geocode?latitude=-11.5&longitude=27.4')
  expect(described).toMatchObject({ address: expect.stringContaining('Lubumbashi'), region: 'Haut-Katanga' })
  expect((await call('cms/maps/geocode?address=niamey')).places).toEqual([])
  const abroad = await portal.call({ url: `${API_PREFIX}/cms/maps/reverse-geocode?latitude=13.5&longitude=2.1` })
  expect(abroad.statusCode).toBe(400)
})

test('LEAD-1 the city list holds the towns of the operator', async () => {
  const { data } = await call('cms/webpage/city-config?opco=CD')
  expect(data).toContainEqual({ cityName: 'Kinshasa', hbbLeadFeasibility: true })
  expect(JSON.stringify(data)).not.toMatch(NIGER)
})

// Shops and sites of another operator would be judged by this one's map.
test('the shops and sites in the folder pass the check of an import', () => {
  const { files } = readOperator('cd-mwinda').places
  expect(shippedRows(files.shops, checkShops).length).toBeGreaterThan(5)
  expect(shippedRows(files.sites, checkSites).length).toBeGreaterThan(50)
  expect(operatorNames()).toContain('cd-mwinda')
})
