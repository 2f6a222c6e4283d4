import { expect, test } from 'vitest'
import { importShops } from '#features/shops/server/import-shops.ts'
import { seriesValue } from '#tests/support/metric-text.ts'
import { productionEnvironment, providerEnvironments } from '#tests/support/production-environment.ts'
import { testPortal } from '#tests/support/test-portal.ts'

const HOST = { host: 'public-url.example.ne', origin: 'https://public-url.example.ne' }
const HEADING = 'number,kind,name,town,quarter,address,postalCode,phone,latitude,longitude,openingHours,services'
const SHOP = '1,shop,Agence Plateau,Niamey,Plateau,Avenue de la Mairie,,20202020,13.51,2.11,Mo-Fr 08:00-12:30,sim'

type Portal = Awaited<ReturnType<typeof testPortal>>

async function warningsOf(portal: Portal): Promise<unknown> {
  const { warnings } = (await portal.call({ url: '/readyz', headers: HOST })).json<{ warnings?: string[] }>()
  return warnings
}

const figure = async (portal: Portal, warning: string) =>
  seriesValue(await portal.metrics.text(), `guichet_setup_warning{warning="${warning}"}`)

test('OPS-3 production without a payment provider or with demonstration data reports it in /readyz and in a metric', async () => {
  const portal = await testPortal({ env: productionEnvironment() })
  const all = ['no-payment-provider', 'demonstration-brand', 'demonstration-shops', 'demonstration-sites']
  expect(await warningsOf(portal)).toEqual(all)
  expect(await portal.setup.warnings()).toEqual(all)
  for (const warning of all) expect(await figure(portal, warning), warning).toBe(1)
  expect(await importShops(portal.db, `${HEADING}\n${SHOP}\n`, '2026-12-01')).toEqual([])
  const mended = await testPortal({
    database: portal.database,
    env: productionEnvironment(providerEnvironments('dpo')[0]),
  })
  expect(await warningsOf(mended)).toEqual(['demonstration-brand', 'demonstration-sites'])
  expect(await figure(mended, 'no-payment-provider')).toBe(0)
  expect(await figure(mended, 'demonstration-shops')).toBe(0)
})

test('OPS-2 a portal with declared test systems says so in /readyz, and warns of nothing that a test intends', async () => {
  const declared = {
    OPERATOR_URL: 'https://test-core.partner.ne',
    TEST_SYSTEMS: 'test-core.partner.ne',
    DATABASE_URL: 'postgresql://guichet@127.0.0.1/guichet_test',
    GUICHET_SECRET: 'a-secret-of-the-test-system-alone-0001',
  }
  const portal = await testPortal({ env: declared })
  expect((await portal.call({ url: '/readyz' })).json()).toEqual({
    status: 'ready',
    mode: 'sandbox',
    testSystems: ['test-core.partner.ne'],
  })
  expect(await figure(portal, 'no-payment-provider')).toBe(0)
})
