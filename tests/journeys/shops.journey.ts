import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'

const shops = (page: Page) => page.getByRole('article')
const first = (page: Page) => shops(page).first()
const position = (page: Page) => page.getByRole('button', { name: /utiliser ma position|use current location/i })

async function search(page: Page, town: string): Promise<void> {
  await page.getByLabel('Trouver Ténéré Mobile à').fill(town)
  await page.getByRole('button', { name: 'Chercher' }).click()
}

/** The distances of the list in kilometres, as shown. */
async function kilometres(page: Page): Promise<number[]> {
  const texts = await shops(page).locator('strong').allTextContents()
  return texts.map((text) => {
    const value = Number(text.replace(',', '.').replace(/[^0-9.]/g, ''))
    return text.endsWith('km') ? value : value / 1000
  })
}

test('SHOP-1 a misspelled town finds its shops, nearest first, with all one needs to go there', async ({ page }) => {
  await page.goto('/storeLocator')
  await scripted(page)
  await search(page, 'maraddi')
  await expect(page.getByRole('heading', { name: /^8 résultats à moins de 100\skm de Maradi$/ })).toBeVisible()
  const distances = await kilometres(page)
  expect(distances).toHaveLength(4)
  expect(distances.toSorted((one, other) => one - other)).toEqual(distances)
  expect(distances.at(-1)).toBeLessThanOrEqual(100)
  await expect(first(page).getByRole('heading', { name: 'Boutique Maradi' })).toBeVisible()
  await expect(first(page).getByText(/Ouvert jusqu’à|Fermé, ouvre/)).toBeVisible()
  await expect(first(page).getByRole('link', { name: /Appeler le 90\s00\s10/ })).toHaveAttribute('href', /^tel:\+2279000/)
  await expect(first(page).getByRole('link', { name: 'Itinéraire' })).toHaveAttribute('href', /directions\?to=13\.\d+,7\.\d+$/)
  await first(page)
    .getByText(/Ouvert jusqu’à|Fermé, ouvre/)
    .click()
  await expect(first(page).getByText('lundi à jeudi')).toBeVisible()
})

test('SHOP-1 a postal code finds its quarter, and shops and dealers can be told apart', async ({ page }) => {
  await page.goto('/storeLocator')
  await scripted(page)
  await search(page, '8001')
  await expect(first(page).getByRole('heading', { name: 'Boutique Plateau' })).toBeVisible()
  await page.getByRole('link', { name: 'Points de vente', exact: true }).click()
  await expect(page).toHaveURL(/kind=dealer/)
  await expect(first(page).getByText('Point de vente ·')).toBeVisible()
  await expect(shops(page).getByText('Boutique ·')).toHaveCount(0)
})

test('SHOP-1 the pins are in step with the list', async ({ page }) => {
  await page.goto('/storeLocator?q=mayahi')
  await scripted(page)
  await page.getByRole('button', { name: 'Afficher la carte' }).click()
  await expect(page.getByRole('region', { name: 'Carte des résultats' })).toBeVisible()
  const second = shops(page).nth(1)
  const name = await second.getByRole('heading').textContent()
  const pin = page.getByRole('button', { name: `2. ${name}` })
  await pin.focus()
  await page.keyboard.press('Enter')
  await expect(second).toBeFocused()
  await shops(page).nth(3).getByRole('button', { name: 'Sur la carte' }).click()
  await expect(page.getByRole('region', { name: 'Carte des résultats' })).toBeInViewport()
  await expect(page.getByRole('button', { name: /^4\. / })).toBeInViewport()
})

test('SHOP-1 in a town, whose streets the built-in map does not know, the list stands alone', async ({ page }) => {
  await page.goto('/storeLocator?q=niamey')
  await scripted(page)
  await expect(shops(page)).toHaveCount(4)
  await expect(page.getByRole('button', { name: /la carte/ })).toHaveCount(0)
})

test('a shop can be shared: its link opens with the shop first', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/storeLocator?q=dosso')
  await scripted(page)
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await first(page).getByRole('link', { name: 'Partager' }).click()
  await expect(page.getByText('Le lien est copié.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const name = (await first(page).getByRole('heading').textContent()) ?? ''
  await page.goto(link)
  await expect(first(page).getByRole('heading', { name })).toBeVisible()
  await page.goto('/storeLocator?shop=999999')
  await expect(page.getByRole('heading', { name: 'Aucun résultat' })).toBeVisible()
})

test('the whole way by keyboard only', async ({ page }) => {
  await page.goto('/storeLocator')
  await scripted(page)
  await page.getByLabel('Trouver Ténéré Mobile à').focus()
  await page.keyboard.type('tahoa')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /à moins de 100\skm de Tahoua/ })).toBeVisible()
  await page.getByText('Modifier', { exact: true }).focus()
  const wanted = first(page).getByRole('link', { name: /^Appeler/ })
  for (let presses = 0; presses < 30; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
})

test('SHOP-1 the way to a shop opens a map on the web from a computer', async ({ page }) => {
  await page.goto('/storeLocator?q=niamey')
  const way = first(page).getByRole('link', { name: 'Itinéraire' })
  await expect(way).toHaveCount(1)
  await expect(way).toHaveAttribute('href', /^https:\/\/www\.openstreetmap\.org\/directions\?to=13\./)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('SHOP-1 the answer stands above the bar of the menu and has the focus, whether or not there is one', async ({ page }) => {
    for (const [question, words] of [
      ['niamey', /^22 résultats/],
      ['nowhere', 'Aucun résultat'],
    ] as const) {
      await page.goto(`/storeLocator?q=${question}`)
      await expect(page.getByRole('heading', { name: words })).toBeFocused()
      await expect(page.getByRole('heading', { name: words })).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => scrollY)).toBe(0)
    }
    await page.goto('/storeLocator?q=niamey')
    const menu = await page.getByRole('navigation', { name: 'Menu principal' }).boundingBox()
    const name = await first(page).getByRole('heading').boundingBox()
    expect((name?.y ?? 740) + (name?.height ?? 0)).toBeLessThan(menu?.y ?? 0)
  })

  test('SHOP-1 the way to a shop opens the map application', async ({ page }) => {
    await page.goto('/storeLocator?q=maradi')
    const way = first(page).getByRole('link', { name: 'Itinéraire' })
    await expect(way).toHaveCount(1)
    await expect(way).toHaveAttribute('href', /^geo:13\.\d+,7\.\d+\?q=13\.\d+,7\.\d+\(Boutique%20Maradi\)$/)
  })
})

test.describe('where the phone tells its position', () => {
  test.use({ permissions: ['geolocation'], geolocation: { latitude: 13.5182, longitude: 2.1002 } })

  test('SHOP-1 the nearest shop to the visitor comes first', async ({ page }) => {
    await page.goto('/storeLocator')
    await scripted(page)
    await position(page).click()
    await expect(page.getByRole('heading', { name: /à moins de 100\skm de votre position/ })).toBeVisible()
    await expect(first(page).getByRole('heading', { name: 'Boutique Plateau' })).toBeVisible()
  })

  test('SHOP-2 a position that cannot be had shows the not-found panel', async ({ page, context }) => {
    await context.setGeolocation(null)
    await page.goto('/storeLocator')
    await scripted(page)
    await position(page).click()
    await expect(page.getByText('Votre téléphone ne trouve pas sa position pour le moment.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Aucun résultat' })).toBeVisible()
  })
})

test.describe('in English, where the position is refused', () => {
  test.use({ language: 'en' })

  test('SHOP-2 the not-found panel and the specification’s words, letter for letter', async ({ page }) => {
    await page.goto('/storeLocator')
    await scripted(page)
    await position(page).click()
    await expect(
      page.getByText('We are unable to access your Current Location. You can directly search your location from search field.', {
        exact: true,
      }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
    await expect(page.getByText(/No shop (matches|found)/)).toHaveCount(0)
    await page.getByLabel('Find Ténéré Mobile in').fill('Niamey')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('heading', { name: /results within 100\skm of Niamey/ })).toBeVisible()
    await expect(page.getByText('We are unable to access')).toBeHidden()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('SHOP-1 the list is whole and every link works', async ({ page }) => {
    await page.goto('/storeLocator')
    await search(page, 'zender')
    await expect(page.getByRole('heading', { name: /à moins de 100\skm de Zinder/ })).toBeVisible()
    await expect(position(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Boutiques', exact: true }).first().click()
    await expect(page).toHaveURL(/kind=shop/)
    await first(page).getByRole('link', { name: 'Partager' }).click()
    await expect(page).toHaveURL(/\?shop=\d+$/)
    await expect(first(page)).toBeVisible()
  })
})
