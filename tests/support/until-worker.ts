import type { Page } from '@playwright/test'

/**
 * Waits until the service worker controls this page; it loads last. A worker that activates during a page change controls the next page:
 * then this one is reloaded.
 */
export async function untilWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true), null, { timeout: 60_000 })
  if (await page.evaluate(() => navigator.serviceWorker.controller === null)) await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 30_000 })
}
