import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { openBreakableProxy } from '../support/breakable-proxy.ts'
import { expect, scripted, test } from '../support/journey.ts'
import { saveData } from '../support/island-steps.ts'
import { untilWorker } from '../support/until-worker.ts'

test.use({ serviceWorkers: 'allow', failsOnPageErrors: false })

const PACK = ['/contact-us', '/gethelp/all', '/gethelp/ussd', '/on-this-phone', '/storeLocator/all', '/table']
const NOTE = /^Pas de connexion\. Page gardée le \d/

const packPaths = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('kept-pack')
    return (await cache.keys()).map(({ url }) => new URL(url).pathname).toSorted()
  })

/** Compressed bytes of the pack's pages, as a phone requests them. */
async function bytesOnTheWay(page: Page): Promise<number> {
  const answers = await Promise.all(PACK.map((path) => page.request.get(path, { headers: { 'accept-encoding': 'br' } })))
  return answers.reduce((sum, answer) => sum + Number(answer.headers()['content-length']), 0)
}

async function openPhone(page: Page, origin = ''): Promise<void> {
  await page.goto(`${origin}/on-this-phone`)
  await scripted(page)
}

test('OFF-5 help, shops, tariffs and codes are fetched on purpose, their size is said before, and they open without a network', async ({
  page,
  context,
}) => {
  await openPhone(page)
  await untilWorker(page)
  const button = page.getByRole('button', { name: /^Récupérer/ })
  await expect(button).toBeVisible()
  await expectAccessible(page)
  const said = Number(/\d+/.exec((await button.textContent()) ?? '')?.[0])
  expect(said).toBe(Math.ceil((await bytesOnTheWay(page)) / 1000))
  expect(said).toBeLessThan(50)
  await button.click()
  await expect(page.getByText('C’est fait : tout se lit maintenant sans connexion.')).toBeFocused()
  await expect(button).toBeHidden()
  expect(await packPaths(page)).toEqual(PACK)
  await expectAccessible(page)

  await context.setOffline(true)
  // As an installed app opens: stored pages open from the offline page.
  await page.goto('/')
  await page.getByRole('link', { name: 'Toutes les réponses' }).first().click()
  await expect(page).toHaveURL(/\/gethelp\/all$/)
  await expect(page.getByText(NOTE)).toBeVisible()
  await page.goto('/gethelp/question/701-j-ai-ete-debite-mais-je-n-ai-rien')
  await expect(page).toHaveURL(/\/gethelp\/all#q701$/)
  await expect(page.locator('#q701')).toBeVisible()
  await page.goto('/storeLocator?q=zinder')
  await expect(page).toHaveURL(/\/storeLocator\/all$/)
  await page.locator('summary', { hasText: 'Zinder' }).click()
  await expect(page.locator('details[open]').getByRole('link').first()).toHaveAttribute('href', /^tel:/)
  for (const path of ['/table', '/gethelp/ussd', '/contact-us']) {
    await page.goto(path)
    await expect(page.getByText(NOTE), path).toBeVisible()
  }
})

test('OFF-5 a fetch that is cut says so, keeps what came, and is continued', async ({ page, portal }) => {
  const proxy = await openBreakableProxy(portal)
  await openPhone(page, proxy.url)
  await untilWorker(page)
  await page.getByRole('button', { name: /^Récupérer/ }).waitFor()
  await page.evaluate(async () => {
    const offered: { pages: { path: string; version: string }[] } = await (await fetch('/pack-fr.json')).json()
    const cache = await caches.open('kept-pack')
    const [first] = offered.pages
    // As if the first page had been fetched before.
    const headers = { 'x-version': first?.version ?? '', 'x-kept-at': String(Date.now()) }
    await cache.put(`${first?.path}?fr`, new Response('<html lang="fr"><main>kept</main></html>', { headers }))
  })
  await page.reload()
  const button = page.getByRole('button', { name: /^Continuer \(/ })
  await expect(page.getByText('Pages déjà là : 1 sur 6.')).toBeVisible()
  await proxy.cut('refused')
  await button.click()
  await expect(page.getByText('La connexion a été coupée. Ce qui est arrivé est gardé')).toBeVisible()
  await expect(button).toBeVisible()
  expect(await packPaths(page)).toHaveLength(1)
  await proxy.restore()
  await button.click()
  await expect(page.getByText('C’est fait : tout se lit maintenant sans connexion.')).toBeFocused()
  expect(await packPaths(page)).toEqual(PACK)
  // Only missing pages were fetched.
  expect(await page.evaluate(async () => (await caches.match('/gethelp/all?fr', { cacheName: 'kept-pack' }))?.text())).toContain('kept')
  await proxy.close()
})

test.describe('in English', () => {
  test.use({ language: 'en', viewport: { width: 1440, height: 900 } })

  test('OFF-5 pages that have changed since are renewed, and only these', async ({ page }) => {
    await openPhone(page)
    await untilWorker(page)
    await page.getByRole('button', { name: /^Fetch \(/ }).click()
    await expect(page.getByText('Done: all of it can be read without a connection now.')).toBeFocused()
    await page.evaluate(async () => {
      const cache = await caches.open('kept-pack')
      await cache.put(
        '/table?en',
        new Response('<html lang="en"><main>Yesterday’s tariffs</main></html>', { headers: { 'x-version': 'old', 'x-kept-at': '1' } }),
      )
    })
    await page.reload()
    await expect(page.getByText(/Pages that you fetched have changed since: \d KB to fetch\./)).toBeVisible()
    await page.getByRole('button', { name: /^Renew \(\d KB\)/ }).click()
    await expect(page.getByText('Done: all of it can be read without a connection now.')).toBeFocused()
    expect(await page.evaluate(async () => (await caches.match('/table?en', { cacheName: 'kept-pack' }))?.text())).not.toContain(
      'Yesterday',
    )
  })

  test('OFF-5 OFF-4 one button empties everything after a question, and the other tab follows', async ({ page, context }) => {
    await openPhone(page)
    await untilWorker(page)
    await page.evaluate(() => {
      localStorage.setItem('kept-numbers', JSON.stringify({ answer: 'yes', numbers: [{ number: '90000001', name: 'Mum' }], seen: [] }))
      sessionStorage.setItem('typed', '90000001')
    })
    await page.reload()
    await scripted(page)
    await page.getByRole('button', { name: /^Fetch \(/ }).click()
    await expect(page.getByText('Done: all of it can be read without a connection now.')).toBeFocused()
    const other = await context.newPage()
    await openPhone(other)
    await expect(other.getByLabel('Name for 90 00 00 01')).toBeVisible()

    await page.getByRole('link', { name: 'Erase everything from this phone' }).click()
    await expect(page.getByText('This erases the numbers, receipts and pages kept here')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'No, keep it' }).click()
    expect(await packPaths(page)).toEqual(PACK)
    await page.getByRole('link', { name: 'Erase everything from this phone' }).click()
    await page.getByRole('button', { name: 'Yes, erase everything' }).click()
    await expect(page.getByText(/^Everything is erased/)).toBeVisible()
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
    expect(await packPaths(page)).toEqual([])
    await expect(page.getByText('No number is kept.')).toBeVisible()
    await expect(page.getByText('This site takes no space on this phone.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Fetch \(/ })).toBeVisible()
    await expect(other.getByText('No number is kept.')).toBeVisible()
    await expect(other.getByRole('button', { name: /^Fetch \(/ })).toBeVisible()
  })
})

test('OFF-5 erasing while pages are being fetched leaves nothing stored', async ({ page }) => {
  await openPhone(page)
  await untilWorker(page)
  await page.evaluate(() => localStorage.setItem('kept-numbers', '{"answer":"yes","numbers":[{"number":"90000001"}]}'))
  await page.reload()
  await page.getByRole('link', { name: 'Tout effacer de ce téléphone' }).click()
  await page.getByRole('button', { name: /^Récupérer/ }).click()
  await page.getByRole('button', { name: 'Oui, tout effacer' }).click()
  await expect(page.getByText(/^Tout est effacé/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Récupérer/ })).not.toHaveAttribute('aria-disabled', 'true')
  expect(await packPaths(page)).toEqual([])
})

test('OFF-5 a phone that saves data gets the worker only with a press, and reads without a network afterwards', async ({
  page,
  context,
}) => {
  await saveData(page)
  await openPhone(page)
  await expect(page.getByText('Votre téléphone économise les données : rien n’est gardé')).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await page.getByRole('button', { name: /^Récupérer/ }).click()
  await expect(page.getByText('C’est fait : tout se lit maintenant sans connexion.')).toBeFocused()
  await context.setOffline(true)
  await page.goto('/storeLocator/all')
  await expect(page.getByText(NOTE)).toBeVisible()
})

test('OFF-5 without a worker, without caches or where the portal keeps nothing, a sentence says so and nothing else changes', async ({
  browser,
  portal,
}) => {
  const refused = 'Ce navigateur ne garde pas de pages, par exemple dans une fenêtre privée.'
  for (const [name, spoil] of Object.entries({
    'no worker': () => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }),
    'no caches': () => Object.defineProperty(window, 'caches', { value: undefined }),
    'caches that refuse': () => (CacheStorage.prototype.has = () => Promise.reject(new DOMException('refused', 'SecurityError'))),
  })) {
    const context = await browser.newContext({ serviceWorkers: 'allow', locale: 'fr-FR' })
    const page = await context.newPage()
    await page.addInitScript(spoil)
    await openPhone(page, portal)
    const button = page.getByRole('button', { name: /^Récupérer/ })
    if (name === 'no worker') await button.click()
    await expect(page.getByText(refused), name).toBeVisible()
    await expect(page.getByText('Aucun numéro n’est gardé.'), name).toBeVisible()
    await expect(page.getByText('Aucune page n’est gardée.'), name).toBeVisible()
    await context.close()
  }
  const context = await browser.newContext({ serviceWorkers: 'allow', locale: 'fr-FR' })
  const page = await context.newPage()
  await page.route('**/pack-fr.json', (route) => route.fulfill({ status: 404, body: 'none' }))
  await openPhone(page, portal)
  await expect(page.getByText('Aucune page n’est gardée.').or(page.getByText(/gardées/))).toBeVisible()
  await expect(page.getByRole('button', { name: /^Récupérer/ })).toBeHidden()
  await context.close()
})
