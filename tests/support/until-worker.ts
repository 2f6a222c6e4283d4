import type { Page } from '@playwright/test'

/**
 * Waits until the worker stands between this page and the server; it comes when everything else is done. One that came up just while the page was
 * changing takes the next page: then this one is loaded again.
 */
export async function untilWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true), null, { timeout: 60_000 })
  if (await page.evaluate(() => navigator.serviceWorker.controller === null)) await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 30_000 })
}
