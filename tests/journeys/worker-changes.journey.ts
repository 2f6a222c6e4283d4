import type { Page } from '@playwright/test'
import { openBreakableProxy } from '../support/breakable-proxy.ts'
import { expect, test } from '../support/journey.ts'
import { cachedPaths, openUntilCached } from '../support/cached-pages.ts'
import { startPortal } from '../support/start-for-tests.ts'
import { choose, expectHeading, PAID, payersIn, push } from '../support/wallet-steps.ts'

test.use({ serviceWorkers: 'allow', failsOnPageErrors: false })

/** A worker with another URL is another version of it. */
async function registerNext(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
    trustedTypes.createPolicy('default', { createScriptURL: (address: string) => address })
    await navigator.serviceWorker.register('/service-worker.js?next')
  })
}

/** The active worker, and the waiting one. */
const workersOf = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return [registration?.active?.scriptURL.split('?')[1] ?? 'first', registration?.waiting?.scriptURL.split('?')[1] ?? 'none']
  })

test('OFF-3 a new worker waits while a payment is open in another tab, and takes over afterwards', async ({ page, context }) => {
  await openUntilCached(page, ['/table'])
  // Pages of this test do not register a worker themselves: it would have the previous URL again.
  await context.route('**/offline.js', (route) => route.abort())
  await page.reload()
  const paying = await context.newPage()
  await paying.goto('/payment/status')
  await registerNext(page)
  const workers = () => workersOf(page)
  await expect.poll(workers).toEqual(['first', 'next'])
  await page.goto('/table')
  expect(await workers()).toEqual(['first', 'next'])
  await paying.goto('/about')
  await expect
    .poll(async () => {
      await page.goto('/table')
      return workers()
    })
    .toEqual(['next', 'none'])
  expect(await cachedPaths(page)).toContain('/table')
})

test('OFF-3 a payment goes on to its end while a new worker waits for it', async ({ page, context, request }) => {
  await openUntilCached(page, ['/table'])
  await context.route('**/offline.js', (route) => route.abort())
  const paying = await context.newPage()
  await choose(paying, { msisdn: '90774011', amount: 1500, method: 'Ténéré Money' })
  await push(paying, '90774012')
  await page.reload()
  await registerNext(page)
  await expect.poll(() => workersOf(page)).toEqual(['first', 'next'])
  await payersIn(request).answerPrompt('90774012', { answer: 'accept', pin: '1234' })
  await expectHeading(paying, PAID)
  expect(await workersOf(page)).toEqual(['first', 'next'])
})

test('OFF-4 taken away by its setting, the worker leaves phones with all that it kept, and the pages go on', async ({ page, portal }) => {
  const proxy = await openBreakableProxy(portal)
  await openUntilCached(page, ['/table', '/gethelp'], proxy.url)
  const second = await startPortal({ OFFLINE_PAGE: 'off' })
  proxy.forwardTo(second.portalUrl)
  try {
    // Triggers the update check that the browser runs itself after ten minutes.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
    await page.goto(`${proxy.url}/table`)
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
    await expect
      .poll(() => page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, ...(await caches.keys())]))
      .toEqual([0])
    await page.reload()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  } finally {
    await proxy.close()
    await second.stop()
  }
})
