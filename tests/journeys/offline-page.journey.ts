import type { Page } from '@playwright/test'
import { openBreakableProxy } from '../support/breakable-proxy.ts'
import { expect, scripted, test } from '../support/journey.ts'
import { strip } from '../support/network-cut.ts'
import { chooseAirtime, creditsTo, payByCard } from '../support/buying-steps.ts'
import { untilWorker } from '../support/until-worker.ts'

// Other journeys run without the worker, which would handle the failures that they provoke.
test.use({ serviceWorkers: 'allow', failsOnPageErrors: false })

const offlinePage = (page: Page) => page.getByText(/Cette page s’ouvre toute seule/)

test('GEN-8 abuse 60 a page never seen before gets our offline page, in the portal’s language or the chosen one, and opens by itself', async ({
  page,
  context,
  portal,
}) => {
  await page.goto('/about')
  await untilWorker(page)
  await context.setOffline(true)
  await page.goto('/table')
  await expect(offlinePage(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeHidden()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await expect(offlinePage(page)).toBeHidden()
  await page.getByRole('button', { name: 'Français' }).click()
  await expect(page.getByRole('link', { name: 'Composer le *145#' })).toHaveAttribute('href', 'tel:*145%23')
  await expect(page.getByRole('link', { name: '300' }).first()).toHaveAttribute('href', 'tel:300')
  await context.setOffline(false)
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(page).toHaveURL(/\/table$/)

  await context.addCookies([{ name: 'lang', value: 'en', url: portal }])
  await context.setOffline(true)
  await page.goto('/payment/status')
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await expect(offlinePage(page)).toBeHidden()
  await expect(page).toHaveTitle('No connection')
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  // /table was seen when the network was back (OFF-1).
  expect(kept.toSorted()).toEqual(['/offline.html', '/table'])
  await context.setOffline(false)
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('GEN-8 a link that does not reach the server, though the phone believes in its network, leaves the page and goes on by itself', async ({
  page,
  portal,
}) => {
  const proxy = await openBreakableProxy(portal)
  await page.goto(`${proxy.url}/table`)
  await untilWorker(page)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await proxy.cut('refused')
  await page.getByRole('contentinfo').getByRole('link', { name: 'À propos' }).click()
  await expect(strip(page)).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  await proxy.restore()
  await expect(page).toHaveURL(/\/about$/, { timeout: 6_000 })
  await proxy.close()
})

test('GEN-8 a post that breaks on its way keeps the page, says so, and is sent again only by the visitor', async ({ page, portal }) => {
  const proxy = await openBreakableProxy(portal)
  await page.goto(`${proxy.url}/about`)
  await untilWorker(page)
  await page.goto(`${proxy.url}/prepaid-recharge?msisdn=90790081&amount=500`)
  await scripted(page)
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/offline.js')))
  let posts = 0
  // The worker itself responds with 204.
  page.on('response', (response) => {
    const isPost = response.request().method() === 'POST' && response.url().includes('/prepaid-recharge')
    if (isPost && response.status() !== 204) posts += 1
  })
  // Typing fetches the encryption key; without it the form would wait like others.
  await page.getByRole('textbox', { name: 'Montant' }).fill('500')
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('sealing-key')))
  await proxy.cut('refused')
  // The page has just loaded: no probe runs before the post.
  await page.getByRole('button', { name: 'Acheter du crédit' }).click()
  await expect(page.getByText('La connexion a été coupée pendant l’envoi.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Montant' })).toHaveValue('500')
  await proxy.restore()
  await expect(strip(page)).toHaveCount(0)
  expect(posts).toBe(0)
  await page.getByRole('button', { name: 'Acheter du crédit' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  expect(posts).toBe(1)
  await proxy.close()
})

for (const [position, gateway] of ['DPO Pay', 'Tingg', 'UBA'].entries()) {
  test(`GEN-8 CARD-2 with the worker there, a card is paid at ${gateway} as without it`, async ({ page, request }) => {
    await page.goto('/about')
    await untilWorker(page)
    const msisdn = `9111116${position}`
    await chooseAirtime(page, { msisdn, amount: 700 })
    await payByCard(page, { gateway, card: 'pays' })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
    expect(await creditsTo(request, msisdn)).toEqual([700])
  })
}

test('abuse 56 the worker makes no form of ours out of one of another site', async ({ page, portal }) => {
  await page.goto('/about')
  await untilWorker(page)
  const form = `<form method="post" action="${portal}/language"><input name="to" value="/about"><input name="language" value="en"><button>Go</button></form>`
  await page.route('http://elsewhere.example/', (route) => route.fulfill({ contentType: 'text/html', body: form }))
  await page.goto('http://elsewhere.example/')
  const answer = page.waitForResponse(`${portal}/language`)
  await page.getByRole('button').click()
  expect((await answer).status()).toBe(403)
  await page.goto('/about')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
})
