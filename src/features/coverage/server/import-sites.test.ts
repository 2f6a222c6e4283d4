import { expect, test } from 'vitest'
import { testPortal } from '#tests/support/test-portal.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import { checkSites, importSites } from './import-sites.ts'

const HEADING = 'title,latitude,longitude,_2Gservice,_3Gservice,_4Gservice,_5Gservice'

test('COV-1 without a single 5G site the operator’s data offers no 5G', async () => {
  let minutes = 0
  const portal = await testPortal({ clock: { now: () => new Date(Date.UTC(2026, 10, 15, 10, minutes)) } })
  await portal.call({ url: `${API_PREFIX}/coverage/v1/summary` })
  expect(
    await importSites(portal.db, `${HEADING}\nDosso 1,"13,049",3.1937,yes,oui,0,no\nGaya 1,11.884,3.449,1,,,\n`, '2026-12-01'),
  ).toEqual([])
  minutes = 1
  const { result } = (await portal.call({ url: `${API_PREFIX}/coverage/v1/summary` })).json()
  expect(result).toEqual({
    asOf: '2026-12-01',
    isDemonstration: false,
    sites: [
      { technology: '2G', count: 2 },
      { technology: '3G', count: 1 },
    ],
  })
  const at = await portal.call({ url: `${API_PREFIX}/coverage/v1/at`, query: { latitude: '13.0500', longitude: '3.1900' } })
  expect(at.json().result.technologies.map(({ technology }: { technology: string }) => technology)).toEqual(['2G', '3G'])
})

test('COV-1 the specification’s JSON is accepted as it is served', () => {
  const site = {
    latitude: 13.05,
    longitude: 3.19,
    title: 'Dosso 1',
    _2Gservice: true,
    _3Gservice: true,
    _4Gservice: false,
    _5Gservice: false,
  }
  expect(checkSites(JSON.stringify([site]))).toEqual({
    rows: [{ title: 'Dosso 1', latitude: 13.05, longitude: 3.19, technologies: 3 }],
    problems: [],
  })
})

test('wrong rows are named with their lines, at most twenty', () => {
  const rows = ['Dosso,3.1937,13.049,1,0,0,0', 'Dosso,13.049,3.1937,0,0,0,0', 'Dosso,13.049,3.1937,maybe,0,0,0', 'Dosso,1e308,3,1,0,0,0']
  expect(checkSites([HEADING, ...rows].join('\n')).problems).toEqual([
    'line 2: latitude and longitude are swapped',
    'line 3: the site has no technology',
    "line 4: '_2Gservice' must be yes or no",
    "line 5: 'latitude' must be a number",
  ])
  const many = Array.from({ length: 30 }, () => 'Dosso,0,0,1,0,0,0')
  expect(checkSites([HEADING, ...many].join('\n')).problems).toHaveLength(21)
})
