import type { Locator, Page } from '@playwright/test'
import { resetVisit, expect, test } from '../support/journey.ts'
import { holdScripts, openWithoutIsland, saveData, untilShell } from '../support/island-steps.ts'

/** Each island of the pages about places: its page, the touched element, and what the page does without it. */
const ISLANDS: {
  name: string
  path: string
  part: (page: Page) => Locator
  press: (page: Page) => Promise<void>
  /** What the page does without the island. */
  without: (page: Page) => Promise<void>
}[] = [
  {
    name: 'SHOP-1 the button for the own position',
    path: '/storeLocator',
    part: (page) => page.locator('x-island', { hasText: 'utiliser ma position' }),
    press: (page) => page.getByRole('button', { name: /utiliser ma position/i }).click(),
    async without(page) {
      await page.getByLabel('Trouver Ténéré Mobile à').fill('dosso')
      await page.getByRole('button', { name: 'Chercher' }).click()
      await expect(page.getByRole('heading', { name: /à moins de 100\skm de Dosso/ })).toBeVisible()
    },
  },
  {
    name: 'SHOP-1 the list of shops',
    path: '/storeLocator?q=mayahi',
    part: (page) => page.locator('x-island', { has: page.getByRole('article') }),
    press: (page) => page.getByRole('button', { name: 'Sur la carte' }).first().click(),
    async without(page) {
      await page.getByRole('link', { name: 'Partager' }).first().click()
      await expect(page).toHaveURL(/\?shop=\d+$/)
    },
  },
  {
    name: 'SHOP-1 the map beside the list',
    path: '/storeLocator?q=mayahi',
    part: (page) => page.locator('#map x-island'),
    press: (page) => page.getByRole('button', { name: 'Afficher la carte' }).click(),
    without: (page) => expect(page.getByRole('link', { name: 'Itinéraire' }).first()).toHaveAttribute('href', /directions\?to=13/),
  },
  {
    name: 'COV-1 the choice of a network',
    path: '/openNetworks?q=zinder',
    part: (page) => page.locator('x-island', { has: page.getByRole('radio') }),
    async press(page) {
      // The notice of the missing part shifts the layout.
      await expect(page.locator('[data-part-missing]')).toBeVisible()
      await page.getByRole('radio', { name: '5G' }).check({ force: true })
    },
    async without(page) {
      await page.getByText('Modifier', { exact: true }).click()
      await page.getByRole('button', { name: 'Vérifier' }).click()
      await expect(page.getByRole('heading', { name: 'Non, pas encore de 5G ici' })).toBeVisible()
    },
  },
  {
    name: 'COV-1 the map of the sites',
    path: '/openNetworks?q=zinder',
    part: (page) => page.locator('section', { has: page.getByRole('heading', { name: 'Nos antennes' }) }).locator('x-island'),
    press: (page) => page.getByRole('button', { name: 'Afficher la carte' }).click(),
    without: (page) => expect(page.getByRole('heading', { name: 'Oui, la 4G passe ici' })).toBeVisible(),
  },
]

test.use({ permissions: ['geolocation'], geolocation: { latitude: 13.5182, longitude: 2.1002 } })

test.describe('with mistakes on purpose', () => {
  test.use({ failsOnPageErrors: false })

  test('SHOP-1 COV-1 without the file of its island each page still answers', async ({ page }) => {
    for (const { name, path, part, press, without } of ISLANDS) {
      await test.step(name, async () => {
        await resetVisit(page)
        await openWithoutIsland(page, path, part(page))
        await press(page)
        await without(page)
      })
    }
  })
})

test('COV-1 a network that is ticked before script is there is answered when it is', async ({ page }) => {
  await saveData(page)
  const release = await holdScripts(page)
  await page.goto('/openNetworks?q=zinder', { waitUntil: 'commit' })
  await page.getByRole('radio', { name: '5G' }).check({ force: true })
  release()
  await untilShell(page)
  await page.getByRole('radio', { name: '5G' }).press('Shift')
  await expect(page.getByRole('heading', { name: 'Non, pas encore de 5G ici' })).toBeVisible()
  await expect(page).toHaveURL(/tech=5G/)
})

test('STATE-3 another language shows the network that was chosen', async ({ page }) => {
  await page.goto('/openNetworks?q=zinder')
  await page.getByRole('radio', { name: '5G' }).check({ force: true })
  await expect(page.getByRole('heading', { name: 'Non, pas encore de 5G ici' })).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'No 5G here yet' })).toBeVisible()
  await expect(page.getByRole('radio', { name: '5G' })).toBeChecked()
})
