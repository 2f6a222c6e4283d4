import { expect, scripted, test } from '../support/journey.ts'
import { findChromium } from '../support/chromium.ts'

// The driver switches the back/forward cache off; phones have it.
test.use({
  launchOptions: { executablePath: findChromium(), args: ['--no-sandbox'], ignoreDefaultArgs: ['--disable-back-forward-cache'] },
})

/** Pages that keep no answer which only their visit may see: those say no-store. */
for (const path of [
  '/',
  '/prepaid-recharge',
  '/data-bundle?msisdn=90000001',
  '/gethelp',
  '/table',
  '/openNetworks',
  '/storeLocator?q=niamey',
  '/hbb-lead',
]) {
  test(`back to ${path} is at once, and everything is as it was left`, async ({ page }) => {
    await page.goto(path)
    await scripted(page)
    await page.evaluate(() => Object.assign(window, { wasLeft: true }))
    const field = page.locator('main input:is([type=text],[type=search],[inputmode]):visible').first()
    const isTyped = (await field.count()) > 0
    if (isTyped) await field.fill('9')
    await page.locator('footer a[href="/about"]').click()
    await expect(page).toHaveURL(/\/about$/)
    expect(await page.evaluate(() => 'wasLeft' in window)).toBe(false)
    // The driver's own way back asks for the page anew.
    await page.evaluate(() => history.back())
    // A page that comes back as it was is not loaded.
    await page.waitForFunction(() => 'wasLeft' in window)
    expect(new URL(page.url()).pathname).toBe(path.replace(/\?.*/, ''))
    if (isTyped) await expect(field).toHaveValue('9')
  })
}
