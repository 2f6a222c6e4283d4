import payments from '../../operators/ne-tenere/payments.json' with { type: 'json' }
import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { chooseMethod } from '../support/wallet-steps.ts'
import { gatewayIcon } from '#features/payment/portal/gateway-icons.ts'
import { CONNECTORS, connectorsOf } from '#shared/connector-table.ts'

const METHODS = ['card', 'airtime', 'tenere-money', 'mpesa', 'smartcash']
const KILOBYTE = 1000
/** The operator lists fewer gateways than are connected. */
const OFFERED: readonly string[] = payments

for (const { language, colorScheme, width } of [
  { language: 'fr', colorScheme: 'light', width: 320 },
  { language: 'en', colorScheme: 'dark', width: 1440 },
] as const) {
  test.describe(`${language}, ${colorScheme}, ${width} px`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 800 } })

    test('HUB-1 ROUTE-6 GEN-4 every way to pay is accessible, does not scroll sideways and keeps its budget', async ({ page, context }) => {
      await page.goto('/data-bundle?msisdn=90640001')
      await scripted(page)
      await page
        .getByRole('button', { name: /^(?:Acheter|BUY)/ })
        .first()
        .click()
      await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
      // Bytes of the pages before are not counted.
      await page.waitForLoadState('networkidle')
      const purchase = new URL(page.url()).search
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.setCacheDisabled', { cacheDisabled: true })
      const seen = { bytes: 0 }
      // Compressed bodies; bytes before a body are headers.
      session.on('Network.responseReceived', ({ response }) => (seen.bytes -= response.encodedDataLength))
      session.on('Network.loadingFinished', ({ encodedDataLength }) => (seen.bytes += encodedDataLength))
      for (const method of METHODS) {
        seen.bytes = 0
        await page.goto(`/payment/start/${method}${purchase}`, { waitUntil: 'networkidle' })
        await expectAccessible(page)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        expect(overflow, method).toBeLessThanOrEqual(0)
        test.info().annotations.push({ type: 'budget', description: `${method}: ${seen.bytes} bytes` })
        // The page of a PIN is said apart.
        expect(seen.bytes, method).toBeLessThanOrEqual((method === 'smartcash' ? 84 : 82) * KILOBYTE)
      }
    })
  })
}

test('HUB-1 HUB-2 ROUTE-6 on a phone the form stands below its method, and choosing another replaces the address', async ({ page }) => {
  await page.goto('/prepaid-recharge?msisdn=90640002&amount=500')
  await scripted(page)
  await page.getByRole('button', { name: 'Acheter du crédit' }).click()
  await expect(page.getByRole('link', { name: 'Carte bancaire' })).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('link', { name: 'Crédit' })).toHaveCount(0)
  await scripted(page)
  const pages = await page.evaluate(() => history.length)
  await chooseMethod(page, 'SmartCash')
  await expect(page).toHaveURL(/\/payment\/start\/smartcash\?purchase=/)
  expect(await page.evaluate(() => history.length)).toBe(pages)
  const method = await page.getByRole('link', { name: 'SmartCash' }).boundingBox()
  const form = await page.getByRole('button', { name: 'Continuer' }).boundingBox()
  const first = await page.getByRole('link', { name: 'Ténéré Money' }).boundingBox()
  expect(method?.y).toBeLessThan(form?.y ?? 0)
  expect(first?.y).toBeLessThan(method?.y ?? 0)
})

const names = (page: Page) =>
  page.locator('main h2 > :first-child').evaluateAll((all) => all.map((each) => each.querySelector('span')?.firstChild?.textContent))

test('HUB-8 on a phone and at a desk the methods stand in the order of the operator’s content', async ({ page }) => {
  await page.goto('/data-bundle?msisdn=90640003')
  await scripted(page)
  await page
    .getByRole('button', { name: /^Acheter/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect((await names(page)).slice(0, 5)).toEqual(['Ténéré Money', 'Carte bancaire', 'Crédit', 'M-PESA', 'SmartCash'])
    const tops = await page.locator('main h2 > a').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
    expect(tops.slice(0, 5)).toEqual(tops.slice(0, 5).toSorted((one, other) => one - other))
  }
})

test('HUB-3 HUB-7 CARD-1 a bundle’s data has its unit; the session knows gateways and tries; each gateway has its icon', async ({
  page,
}) => {
  await page.goto('/data-bundle?msisdn=90640004&category=data')
  await scripted(page)
  await page
    .getByRole('button', { name: /^Acheter/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  await expect(page.locator('dl > div').filter({ has: page.getByText('Données', { exact: true }) })).toContainText(/[0-9]\s[GM]o/)
  await scripted(page)
  const kept = await page.evaluate(() =>
    ['queryData', '_c_o_n_f_i_g', 'widgetInfo'].map((key) => JSON.parse(sessionStorage.getItem(key) ?? 'null')),
  )
  const gateways = connectorsOf('card')
    .filter((id) => OFFERED.includes(id))
    .toSorted((first, second) => CONNECTORS[first].name.localeCompare(CONNECTORS[second].name))
  expect(gateways).toEqual(expect.arrayContaining(['dpo', 'paystack', 'cellulant', 'uba']))
  expect(kept[0].pgOptions).toEqual(gateways.map((id) => ({ paymentOpt: id.toUpperCase() })))
  expect(kept[1]).toEqual({ paymentMaxTry: 10 })
  expect(kept[2]).toEqual({ type: 'prepaid', msisdn: '90640004' })
  const icons = await page
    .locator('[data-icon]')
    .evaluateAll((all) => all.map((each) => [each.getAttribute('data-icon'), each.querySelectorAll('svg').length]))
  expect(icons).toEqual(gateways.map((id) => [gatewayIcon(id).name, 1]))
  // All icons of the page together, compressed.
  const marks = await page.locator('main h2 svg, [data-icon] svg').evaluateAll((all) => all.map((each) => each.outerHTML))
  expect(marks.length).toBeGreaterThanOrEqual(5 + gateways.length)
  expect(brotliCompressSync(marks.join('')).length).toBeLessThanOrEqual(3 * KILOBYTE)
})

test('HUB-7 the page for routers keeps its number for the session too', async ({ page }) => {
  await page.goto('/broadband-recharge?msisdn=90000005')
  await scripted(page)
  await expect
    .poll(() => page.evaluate(() => JSON.parse(sessionStorage.getItem('widgetInfo') ?? 'null')))
    .toEqual({ type: 'broadband', msisdn: '90000005' })
})
