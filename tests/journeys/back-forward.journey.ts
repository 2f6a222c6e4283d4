import { expect, scripted, test } from '../support/journey.ts'
import { findChromium } from '../support/chromium.ts'

// Playwright disables the back/forward cache; phones have it.
test.use({
  launchOptions: { executablePath: findChromium(), args: ['--no-sandbox'], ignoreDefaultArgs: ['--disable-back-forward-cache'] },
})

/** Pages without private data; private pages are sent with no-store. */
const PAGES = [
  '/',
  '/prepaid-recharge',
  '/data-bundle?msisdn=90000001',
  '/gethelp',
  '/table',
  '/openNetworks',
  '/storeLocator?q=niamey',
  '/hbb-lead',
]

test('back to a page is at once, and everything is as it was left', async ({ page }) => {
  for (const path of PAGES)
    await test.step(path, async () => {
      await page.goto(path)
      await scripted(page)
      await page.evaluate(() => Object.assign(window, { wasLeft: true }))
      const field = page.locator('main input:is([type=text],[type=search],[inputmode]):visible').first()
      const isTyped = (await field.count()) > 0
      if (isTyped) await field.fill('9')
      await page.locator('footer a[href="/about"]').click()
      await expect(page).toHaveURL(/\/about$/)
      expect(await page.evaluate(() => 'wasLeft' in window)).toBe(false)
      // Playwright's own goBack requests the page again.
      await page.evaluate(() => history.back())
      // A page restored from the cache does not load again.
      await page.waitForFunction(() => 'wasLeft' in window)
      expect(new URL(page.url()).pathname).toBe(path.replace(/\?.*/, ''))
      if (isTyped) await expect(field).toHaveValue('9')
    })
})
