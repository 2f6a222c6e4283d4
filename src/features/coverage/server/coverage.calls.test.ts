import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testPortal } from '#tests/support/test-portal.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import { expandSites } from '../compact-sites.ts'

const portal = await testPortal()

const coverageAt = (latitude: string, longitude: string) =>
  portal.call({ url: `${API_PREFIX}/coverage/v1/at`, query: { latitude, longitude } })
const sitesPackage = (pageUrl: string) =>
  portal.call({ url: `${API_PREFIX}/cms/webpage/activePackage`, query: { opco: 'NE', pageUrl }, headers: { lang: 'fr' } })

test('COV-1 the sites are served in the specification’s shape, without a language prefix', async () => {
  const answer = await sitesPackage('/fetch-sites-data-5g')
  expect(answer.statusCode).toBe(200)
  const sites = JSON.parse(answer.json().result.packageHtml) as Record<string, unknown>[]
  expect(sites.length).toBeGreaterThanOrEqual(3000)
  expect(sites[0]).toEqual({
    latitude: expect.any(Number),
    longitude: expect.any(Number),
    title: expect.any(String),
    _2Gservice: expect.any(Boolean),
    _3Gservice: expect.any(Boolean),
    _4Gservice: expect.any(Boolean),
    _5Gservice: expect.any(Boolean),
  })
  expect((await sitesPackage('/sw/fetch-sites-data-5g')).statusCode).toBe(404)
})

test('COV-1 the compact form holds the same sites, is compressed and is not sent twice', async () => {
  const url = `${API_PREFIX}/cms/maps/sites`
  const answer = await portal.call({ url, headers: { 'accept-encoding': 'gzip, br' } })
  expect(answer.headers['content-encoding']).toBe('br')
  const { result } = JSON.parse(brotliDecompressSync(answer.rawPayload).toString())
  const all = JSON.parse((await sitesPackage('/fetch-sites-data-5g')).json().result.packageHtml)
  expect(expandSites(result).kinds).toHaveLength(all.length)
  const again = await portal.call({ url, headers: { 'if-none-match': String(answer.headers.etag) } })
  expect(again.statusCode).toBe(304)
})

test('COV-1 a point gets each technology with its nearest site', async () => {
  const { result } = (await coverageAt('13.5137', '2.1098')).json()
  expect(result).toMatchObject({ asOf: '2026-11-01', isDemonstration: true })
  expect(result.technologies.map(({ technology }: { technology: string }) => technology)).toEqual(['2G', '3G', '4G', '5G'])
  expect(result.technologies[2]).toMatchObject({ technology: '4G', level: 'good' })
  const desert = (await coverageAt('21.5', '11.5')).json().result.technologies
  expect(desert.map(({ level }: { level: string }) => level)).toEqual(['none', 'none', 'none', 'none'])
  expect(desert[0].kilometresToSite).toBeGreaterThan(200)
})

test.for([
  ['NaN', '2.1'],
  ['13.5', '1e308'],
  ['2.1098', '13.5137'],
])('coordinates %s, %s are refused', async ([latitude = '', longitude = '']) => {
  expect((await coverageAt(latitude, longitude)).statusCode).toBe(400)
})

test('COV-1 the summary counts the sites of every technology', async () => {
  const { result } = (await portal.call({ url: `${API_PREFIX}/coverage/v1/summary` })).json()
  expect(result.sites.map(({ technology }: { technology: string }) => technology)).toEqual(['2G', '3G', '4G', '5G'])
  expect(result.sites[0].count).toBeGreaterThanOrEqual(3000)
})
