import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { holdScripts, saveData, untilShell, watchIslandFiles } from '../support/sleeping-islands.ts'

/** Each island of the pages about places: where it stands, what is touched there, and what shows that it is at work. */
const ISLANDS: {
  name: string
  path: string
  part: (page: Page) => Locator
  press: (page: Page) => Promise<void>
  done: (page: Page) => Promise<void>
  /** What the page still does where the island cannot help. */
  without: (page: Page) => Promise<void>
}[] = [
  {
    name: 'SHOP-1 the button for the own position',
    path: '/storeLocator',
    part: (page) => page.locator('x-island', { hasText: 'utiliser ma position' }),
    press: (page) => page.getByRole('button', { name: /utiliser ma position/i }).click(),
    done: (page) => expect(page.getByRole('heading', { name: /à moins de 100\skm de votre position/ })).toBeVisible(),
    async without(page) {
      await page.getByLabel('Trouver Ténéré Mobile à').fill('dosso')
      await page.getByRole('button', { name: 'Chercher' }).click()
      await expect(page.getByRole('heading', { name: /à moins de 100\skm de Dosso/ })).toBeVisible()
    },
  },
  {
    name: 'SHOP-1 the list of shops',
    path: '/storeLocator?q=dosso',
    part: (page) => page.locator('x-island', { has: page.getByRole('article') }),
    press: (page) => page.getByRole('button', { name: 'Sur la carte' }).first().click(),
    done: (page) => expect(page.getByRole('region', { name: 'Carte des résultats' })).toBeVisible(),
    async without(page) {
      await page.getByRole('link', { name: 'Partager' }).first().click()
      await expect(page).toHaveURL(/\?shop=\d+$/)
    },
  },
  {
    name: 'SHOP-1 the map beside the list',
    path: '/storeLocator?q=dosso',
    part: (page) => page.locator('#map x-island'),
    press: (page) => page.getByRole('button', { name: 'Afficher la carte' }).click(),
    done: (page) => expect(page.getByRole('region', { name: 'Carte des résultats' })).toBeVisible(),
    without: (page) => expect(page.getByRole('link', { name: 'Itinéraire' }).first()).toHaveAttribute('href', /directions\?to=13/),
  },
  {
    name: 'COV-1 the choice of a network',
    path: '/openNetworks?q=zinder',
    part: (page) => page.locator('x-island', { has: page.getByRole('radio') }),
    press: (page) => page.getByRole('radio', { name: '5G' }).check({ force: true }),
    done: (page) => expect(page.getByRole('heading', { name: 'Non, pas encore de 5G ici' })).toBeVisible(),
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
    done: (page) => expect(page.getByRole('region', { name: 'Carte des antennes 4G' })).toBeVisible(),
    without: (page) => expect(page.getByRole('heading', { name: 'Oui, la 4G passe ici' })).toBeVisible(),
  },
]

test.use({ permissions: ['geolocation'], geolocation: { latitude: 13.5182, longitude: 2.1002 } })

for (const { name, path, part, press, done, without } of ISLANDS) {
  test.describe(name, () => {
    test('sleeps until it is touched, and does at once what was pressed', async ({ page }) => {
      await saveData(page)
      const asked = watchIslandFiles(page)
      await page.goto(path)
      await untilShell(page)
      expect(await asked()).toEqual([])
      await press(page)
      await done(page)
    })

    test.describe('with mistakes on purpose', () => {
      test.use({ failsOnPageErrors: false })

      test('a file that fails once is fetched again at the next touch', async ({ page }) => {
        await saveData(page)
        await page.goto(path)
        const own = await ownFile(part(page))
        let failures = 0
        await page.route(`**${own}*`, (route) => (failures++ === 0 ? route.abort() : route.continue()))
        await part(page).dispatchEvent('focusin')
        await expect(part(page)).toHaveAttribute('data-state', 'asleep')
        await press(page)
        await done(page)
      })

      test('without its file the page still answers', async ({ page }) => {
        await page.goto(path)
        const own = await ownFile(part(page))
        await page.route(`**${own}*`, (route) => route.abort())
        await page.reload()
        await press(page)
        await without(page)
      })

      test('an island that breaks leaves what the server sent', async ({ page }) => {
        await saveData(page)
        await page.goto(path)
        const element = part(page)
        // Those without React have no props: theirs is a file that throws.
        const hasProps = (await element.getAttribute('data-props')) !== null
        if (hasProps) await element.evaluate((island) => island.setAttribute('data-props', '{}'))
        else {
          const own = await ownFile(element)
          await page.route(`**${own}*`, (route) =>
            route.fulfill({ contentType: 'text/javascript', body: 'export default () => { throw new Error("broken") }' }),
          )
        }
        await press(page)
        await expect(element).toHaveAttribute('data-state', /broken|asleep/)
        await without(page)
      })
    })
  })
}

async function ownFile(island: Locator): Promise<string> {
  const [own = ''] = ((await island.getAttribute('data-files')) ?? '').split(' ')
  return own
}

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
