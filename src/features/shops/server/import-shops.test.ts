import { expect, test } from 'vitest'
import { testPortal } from '#tests/support/test-portal.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import { checkShops, importShops } from './import-shops.ts'

const HEADING = 'number,kind,name,town,quarter,address,postalCode,phone,latitude,longitude,openingHours,services'
const GOOD = '7,shop,Boutique Centrale,Dosso,,Face à la mairie,3007,90 00 20 07,13.049,3.1937,"Mo-Fr 08:00-12:30,15:00-18:30",sim|money'

test('the operator’s shops replace the demonstration ones, and pages see it', async () => {
  let minutes = 0
  const portal = await testPortal({ clock: { now: () => new Date(Date.UTC(2026, 10, 15, 10, minutes)) } })
  const towns = async () => (await portal.call({ url: `${API_PREFIX}/shops/v1/towns` })).json().result.regions
  const before = await portal.contentVersion()
  expect(await towns()).toHaveLength(8)
  expect(await importShops(portal.db, `${HEADING}\n${GOOD}\n`, '2026-12-01')).toEqual([])
  minutes = 1
  expect(await towns()).toEqual([{ region: 'Dosso', towns: [{ town: 'Dosso', shops: 1, dealers: 0 }] }])
  expect(await portal.contentVersion()).not.toBe(before)
})

test('every wrong row is named with its line, and nothing is imported', async () => {
  const portal = await testPortal()
  const wrong = [
    GOOD,
    GOOD,
    GOOD.replace('7,', '8,').replace('13.049,3.1937', '3.1937,13.049'),
    GOOD.replace('7,', '9,').replace('13.049,3.1937', '48.8,2.3'),
    GOOD.replace('7,', '10,').replace('shop', 'kiosk'),
    GOOD.replace('7,', '11,').replace('sim|money', 'sim|haircut'),
    GOOD.replace('7,', '12,').replace('Mo-Fr 08:00-12:30,15:00-18:30', 'always'),
    GOOD.replace('7,', '13,').replace('Boutique Centrale', '<script>'),
    GOOD.replace('7,', '14,').replace('90 00 20 07', 'ask Issa'),
  ]
  const problems = await importShops(portal.db, [HEADING, ...wrong].join('\n'), '2026-12-01')
  expect(problems).toEqual([
    'line 3: number 7 stands twice in the file',
    'line 4: latitude and longitude are swapped',
    'line 5: 48.8, 2.3 is not in or near the country',
    "line 6: 'kind' must be shop or dealer",
    "line 7: 'haircut' is not one of the services sim, airtime, money, bills, devices, broadband, repair",
    expect.stringMatching(/^line 8: 'openingHours' must be written like/),
    "line 9: 'name' holds a sign that is not allowed",
    "line 10: 'phone' must hold digits only",
  ])
  expect((await portal.call({ url: `${API_PREFIX}/shops/v1/towns` })).json().result.regions).toHaveLength(8)
})

test('a missing or unknown column is named', () => {
  expect(checkShops('number,kind\n1,shop\n').problems).toEqual(["line 2: 'name' is missing"])
  expect(checkShops(`${HEADING},colour\n${GOOD},blue\n`).problems[0]).toMatch(/^line 2: 'colour' is not one of number, kind/)
  expect(checkShops(HEADING).problems).toEqual(['the file holds no rows'])
})
