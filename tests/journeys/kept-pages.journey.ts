import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { cachedPaths, openUntilCached } from '../support/cached-pages.ts'
import { untilWorker } from '../support/until-worker.ts'

test.use({ serviceWorkers: 'allow', failsOnPageErrors: false })

const QUESTION = '/gethelp/question/701-j-ai-ete-debite-mais-je-n-ai-rien'
const NOTE = /^Pas de connexion\. Page gardée le \d/
const offlinePage = (page: Page) => page.getByText(/Cette page s’ouvre toute seule/)

test('OFF-1 OFF-4 help, shops, tariffs and codes that were seen open without a network, by address and by tap, and can be erased', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openUntilCached(page, ['/gethelp', QUESTION, '/storeLocator', '/table', '/gethelp/ussd', '/on-this-phone'])
  await context.setOffline(true)
  for (const path of [QUESTION, '/storeLocator', '/table', '/gethelp/ussd']) {
    await page.goto(path)
    await expect(page.getByText(NOTE), path).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Pas de connexion')
  }
  await untilWorker(page)
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/offline.js')))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Boutiques' }).click()
  await expect(page).toHaveURL(/\/storeLocator$/)
  await expect(page.getByText(NOTE)).toBeVisible()
  // A page that was never visited is not available.
  await page.goto('/contact-us')
  await expect(offlinePage(page)).toBeVisible()
  await context.setOffline(false)
  // It opens the requested page by itself.
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.goto('/on-this-phone')
  await scripted(page)
  await expect(page.getByText(/^Pages gardées\s:\s\d+, \d+\sKo sur ce téléphone\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Effacer les pages' }).click()
  await expect(page.getByText('Les pages sont effacées.')).toBeFocused()
  await expect(page.getByText('Aucune page n’est gardée.')).toBeVisible()
})

test.describe('in English', () => {
  test.use({ language: 'en' })
  test('OFF-1 a stored page is served in the chosen language, on a desktop', async ({ page, context, portal }) => {
    await openUntilCached(page, ['/table'])
    await context.addCookies([{ name: 'lang', value: 'fr', url: portal }])
    await page.goto('/table')
    await expect.poll(() => cachedPaths(page)).toEqual(expect.arrayContaining(['/table', '/table']))
    await context.setOffline(true)
    await page.goto('/table')
    await expect(page.getByText(NOTE)).toBeVisible()
    await context.addCookies([{ name: 'lang', value: 'en', url: portal }])
    await page.goto('/table')
    await expect(page.getByText(/^No connection\. Page kept on/)).toBeVisible()
  })
})

test('OFF-2 payments and forms are never stored in or served from a cache, not even from a planted entry', async ({ page, context }) => {
  await openUntilCached(page, ['/table'])
  for (const path of ['/', '/prepaid-recharge?msisdn=90000001', '/payment/status', '/find-payment', '/gethelp?q=credit'])
    await page.goto(path)
  // If the worker was late, the first page was loaded again.
  expect((await cachedPaths(page)).filter((path) => path !== '/about')).toEqual(['/table'])
  await page.evaluate(async () => {
    const cache = await caches.open('kept-pages')
    const paid = '<html lang="fr"><main>Paiement réussi</main></html>'
    for (const name of ['/payment/status?fr', '/payment?fr', '/find-payment?fr']) await cache.put(name, new Response(paid))
  })
  await context.setOffline(true)
  for (const path of ['/payment/status', '/payment', '/find-payment']) {
    await page.goto(path)
    await expect(offlinePage(page)).toBeVisible()
    await expect(page.getByText('Paiement réussi')).toHaveCount(0)
  }
})

test('OFF-2 a poisoned page runs no script, may send no form elsewhere, and the network comes before any cache', async ({
  page,
  context,
}) => {
  await openUntilCached(page, ['/table'])
  await page.evaluate(async () => {
    const cache = await caches.open('kept-pages')
    const bad = `<html lang="fr"><title>kept</title><main><h1>Poison</h1><script>document.title='ran'</script><img src="data:," onerror="document.title='ran'"><form method="post" action="http://elsewhere.example/"><button>Go</button></form></main></html>`
    await cache.put('/table?fr', new Response(bad, { headers: { 'content-security-policy': "script-src 'unsafe-inline'" } }))
  })
  await context.setOffline(true)
  const answer = await page.goto('/table')
  await expect(page.getByRole('heading', { name: 'Poison' })).toBeVisible()
  expect(await page.evaluate(() => document.title)).toBe('kept')
  expect(await answer?.headerValue('content-security-policy')).toContain("form-action 'self'")
  await context.setOffline(false)
  await page.goto('/table')
  await expect(page.getByRole('heading', { name: 'Poison' })).toHaveCount(0)
})
