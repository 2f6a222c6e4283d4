import { expect, scripted, test } from '../support/journey.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { chooseMethod } from '../support/wallet-steps.ts'

const METHODS = ['card', 'airtime', 'tenere-money', 'mpesa', 'smartcash']
const KILOBYTE = 1000

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
      // Nothing of the way here is counted.
      await page.waitForLoadState('networkidle')
      const purchase = new URL(page.url()).search
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.setCacheDisabled', { cacheDisabled: true })
      const seen = { bytes: 0 }
      // Bodies as they travel; what was received before the body is the headers.
      session.on('Network.responseReceived', ({ response }) => (seen.bytes -= response.encodedDataLength))
      session.on('Network.loadingFinished', ({ encodedDataLength }) => (seen.bytes += encodedDataLength))
      for (const method of METHODS) {
        seen.bytes = 0
        await page.goto(`/payment/start/${method}${purchase}`, { waitUntil: 'networkidle' })
        await expectAccessible(page)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        expect(overflow, method).toBeLessThanOrEqual(0)
        test.info().annotations.push({ type: 'budget', description: `${method}: ${seen.bytes} bytes` })
        expect(seen.bytes, method).toBeLessThanOrEqual(82 * KILOBYTE)
      }
    })
  })
}

test('HUB-1 HUB-2 ROUTE-6 on a phone the form stands below its method, and choosing another replaces the address', async ({ page }) => {
  await page.goto('/prepaid-recharge?msisdn=90640002&amount=500')
  await scripted(page)
  await page.getByRole('button', { name: 'Acheter du crédit' }).click()
  await expect(page.getByRole('link', { name: 'Carte bancaire' })).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('link', { name: 'Crédit téléphonique' })).toHaveCount(0)
  await scripted(page)
  const pages = await page.evaluate(() => history.length)
  await chooseMethod(page, 'SmartCash')
  await expect(page).toHaveURL(/\/payment\/start\/smartcash\?purchase=/)
  expect(await page.evaluate(() => history.length)).toBe(pages)
  const method = await page.getByRole('link', { name: 'SmartCash' }).boundingBox()
  const form = await page.getByRole('button', { name: 'Continuer' }).boundingBox()
  const next = await page.getByRole('link', { name: 'Ténéré Money' }).boundingBox()
  expect(method?.y).toBeLessThan(form?.y ?? 0)
  expect(form?.y).toBeLessThan(next?.y ?? 0)
})
