import type { Locator, Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'

const NIAMEY = { latitude: 13.5137, longitude: 2.1098 }
const DESERT = { latitude: 21.5, longitude: 11.5 }

const answer = (page: Page) => page.getByRole('status').getByRole('heading', { level: 2 })
const technology = (page: Page, name: string) => page.getByRole('radio', { name })
const map = (page: Page): Locator => page.getByRole('region', { name: /^(Carte des antennes|Map of the)/ })

async function openMap(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Afficher la carte' }).click()
  await expect(page.getByRole('button', { name: 'Agrandir' })).toBeVisible()
}

/** How much of the drawn map has the colour of a 5G marker. */
function fiveGPixels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-container canvas')
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    let count = 0
    for (let place = 0; place < pixels.length; place += 4) {
      if (pixels[place] === 0xc2 && pixels[place + 1] === 0x41 && pixels[place + 2] === 0x0c) count += 1
    }
    return count
  })
}

test('STATE-2 STATE-4 the map caches its data with an expiry: sites for ten seconds, texts and settings for an hour, by language', async ({
  page,
}) => {
  await page.goto('/openNetworks')
  await scripted(page)
  await openMap(page)
  const secondsLeft = (key: string) =>
    page.evaluate((name) => {
      const entry = JSON.parse(sessionStorage.getItem(name) ?? '{}') as { data?: unknown; expires?: number }
      return entry.data && entry.expires ? (entry.expires - Date.now()) / 1000 : null
    }, key)
  for (const key of ['places-translationfr', 'map-settingsfr']) {
    expect(await secondsLeft(key), key).toBeGreaterThan(3500)
    expect(await secondsLeft(key), key).toBeLessThanOrEqual(3600)
  }
  await expect.poll(() => secondsLeft('fetch-sites-data-5gfr')).not.toBeNull()
  expect(await secondsLeft('fetch-sites-data-5gfr')).toBeLessThanOrEqual(10)
})

test('COV-1 is there 4G where I live: a misspelled town is answered in words', async ({ page }) => {
  await page.goto('/openNetworks')
  await scripted(page)
  await page.getByLabel('Chercher un lieu').fill('zender')
  await page.getByRole('button', { name: 'Vérifier' }).click()
  await expect(answer(page)).toHaveText('Oui, la 4G passe ici')
  await expect(answer(page)).toBeFocused()
  await expect(page.getByLabel('Chercher un lieu')).toBeHidden()
  await page.getByText('Modifier', { exact: true }).click()
  await expect(page.getByLabel('Chercher un lieu')).toHaveValue('zender')
  await expect(page.getByRole('status').getByText('Zinder', { exact: true })).toBeVisible()
  const networks = page.getByRole('group', { name: /^Tous les réseaux ici/ })
  await expect(networks.getByRole('radio')).toHaveCount(4)
  await expect(networks.getByRole('radio', { name: /^5G Aucune 1,1\skm$/ })).toBeVisible()
  await expect(page.getByText(/Prévision calculée d’après nos antennes, état au 1er novembre 2026/)).toBeVisible()
  await expect(page.getByText('Votre téléphone dit autre chose ?')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ isMobile: true, viewport: { width: 360, height: 740 } })

  test('COV-1 the answer, also that a place is unknown, is seen without scrolling and has the focus', async ({ page }) => {
    for (const [question, words] of [
      ['zinder', 'Oui, la 4G passe ici'],
      ['nowhere', /^Nous ne connaissons pas de lieu «\snowhere\s»/],
    ] as const) {
      await page.goto(`/openNetworks?q=${question}`)
      await expect(answer(page)).toHaveText(words)
      await expect(answer(page)).toBeFocused()
      await expect(answer(page)).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => scrollY)).toBe(0)
    }
  })
})

test('COV-1 another network is answered at once, without asking the server, and stays in the address', async ({ page }) => {
  await page.goto('/openNetworks?q=zinder')
  await scripted(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await technology(page, '5G').check()
  await expect(answer(page)).toHaveText('Non, pas encore de 5G ici')
  await expect(page.getByText('Votre téléphone utilisera la 4G.')).toBeVisible()
  await expect(page).toHaveURL(/tech=5G/)
  expect(asked.filter((url) => /\.data|portal-service/.test(url) && !url.includes('analytics'))).toEqual([])
  await page.reload()
  await expect(technology(page, '5G')).toBeChecked()
  await expect(answer(page)).toHaveText('Non, pas encore de 5G ici')
})

test('COV-1 the map is loaded only on request, and shows 5G sites with their own marker and circle', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/openNetworks?q=niamey')
  await scripted(page)
  expect(fetched.filter((path) => /leaflet|maps\/(data|sites)/.test(path))).toEqual([])
  await openMap(page)
  await expect(map(page)).toHaveAccessibleName('Carte des antennes 4G')
  expect(await fiveGPixels(page)).toBe(0)
  await technology(page, '5G').check()
  await expect.poll(() => fiveGPixels(page)).toBeGreaterThan(50)
  await expect(page.getByText('Les cercles montrent les 300 m')).toBeVisible()
  await expect(page.getByText('Plan simplifié : les rues ne sont pas affichées')).toBeVisible()
  // At the maximum zoom it says so, and zooms no further.
  const closer = page.getByRole('button', { name: 'Agrandir' })
  await expect(page.getByRole('status').filter({ hasText: 'La carte ne montre rien de plus près' })).toBeVisible()
  await expect(closer).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Réduire' }).click()
  await expect(closer).not.toHaveAttribute('aria-disabled')
  await expect(page.getByText('La carte ne montre rien de plus près')).toHaveCount(0)
})

test('MAP-2 the answer follows the pin when the map is moved with the keyboard', async ({ page }) => {
  await page.goto('/openNetworks')
  await scripted(page)
  await page.getByLabel('Chercher un lieu').focus()
  await page.keyboard.type('maraddi')
  await page.keyboard.press('Enter')
  await expect(answer(page)).toHaveText('Oui, la 4G passe ici')
  await page.getByRole('button', { name: 'Afficher la carte' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Agrandir' })).toBeVisible()
  await map(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page).toHaveURL(/lat=13\.5\d+&lng=7\.1\d+/)
  await expect(page.getByText(/^L’épingle est ici\s: /)).toBeVisible()
  await expect(page.getByRole('status').getByText(/Maradi/)).toBeVisible()
})

test('the page’s scroll is never trapped: the wheel scrolls the page, with Ctrl it zooms the map', async ({ page }) => {
  await page.goto('/openNetworks?q=niamey')
  await scripted(page)
  await openMap(page)
  await map(page).hover()
  const before = await page.evaluate(() => window.scrollY)
  await page.mouse.wheel(0, -120)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(before)
  await expect(page.getByText('Maintenez Ctrl et tournez la molette pour zoomer')).toBeVisible()

  const closeUp = page.getByText('Plan simplifié : les rues ne sont pas affichées')
  await expect(closeUp).toBeVisible()
  await page.keyboard.down('Control')
  await expect(async () => {
    await page.mouse.wheel(0, 240)
    await expect(closeUp).toBeHidden({ timeout: 500 })
  }).toPass()
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('one finger scrolls the page until the map is tapped, and again after a touch beside it', async ({ page }) => {
    await page.goto('/openNetworks?q=niamey')
    await scripted(page)
    await openMap(page)
    const touchAction = () => map(page).evaluate((element) => getComputedStyle(element).touchAction)
    await expect(page.getByText('Touchez la carte pour la déplacer d’un doigt')).toBeVisible()
    expect(await touchAction()).toBe('pan-x pan-y')
    await map(page).tap({ position: { x: 60, y: 200 } })
    await expect(page.getByText('Touchez à côté de la carte')).toBeVisible()
    expect(await touchAction()).toBe('none')
    await page.getByRole('heading', { name: 'Nos antennes sur la carte' }).tap()
    await expect(page.getByText('Touchez la carte pour la déplacer d’un doigt')).toBeVisible()
    expect(await touchAction()).toBe('pan-x pan-y')
  })
})

test.describe('where the phone tells its position', () => {
  test.use({ permissions: ['geolocation'], geolocation: NIAMEY })

  test('COV-1 the answer is for where the visitor stands: an honest no in the desert, nothing abroad, and no position is explained', async ({
    page,
    context,
  }) => {
    const ask = async (place: { latitude: number; longitude: number } | null) => {
      await context.setGeolocation(place)
      await page.goto('/openNetworks')
      await scripted(page)
      await page.getByRole('button', { name: /utiliser ma position/i }).click()
    }
    await ask(NIAMEY)
    await expect(answer(page)).toHaveText('Oui, la 4G passe ici')
    await expect(page).toHaveURL(/lat=13\.5137&lng=2\.1098/)
    await ask(DESERT)
    await expect(answer(page)).toHaveText('Non, pas encore de 4G ici')
    await expect(page.getByText('Aucun de nos réseaux n’arrive encore jusqu’ici.')).toBeVisible()
    await ask({ latitude: 48.85, longitude: 2.35 })
    await expect(page.getByText('Votre position est hors du Niger.')).toBeVisible()
    await ask(null)
    await expect(page.getByText('Votre téléphone ne trouve pas sa position pour le moment.')).toBeVisible()
  })
})

test.describe('in English, where the position is refused', () => {
  test.use({ language: 'en' })

  test('SHOP-2 the refusal is answered in the specification’s words, letter for letter', async ({ page }) => {
    await page.goto('/openNetworks')
    await scripted(page)
    await page.getByRole('button', { name: /use current location/i }).click()
    await expect(
      page.getByText('We are unable to access your Current Location. You can directly search your location from search field.', {
        exact: true,
      }),
    ).toBeVisible()
    await page.getByLabel('Search a place').fill('Niamey')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(answer(page)).toHaveText('Yes, there is 4G here')
    await expect(page.getByText('We are unable to access')).toBeHidden()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('COV-1 the whole answer is there, and nothing that needs script is offered', async ({ page }) => {
    await page.goto('/openNetworks')
    await page.getByLabel('Chercher un lieu').fill('plateau niamey')
    await technology(page, '3G').check()
    await page.getByRole('button', { name: 'Vérifier' }).click()
    await expect(answer(page)).toHaveText('Oui, la 3G passe ici')
    await expect(page.getByRole('status').getByText('Plateau, Niamey', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /utiliser ma position|Afficher la carte/i })).toHaveCount(0)
    await page.getByRole('link', { name: 'Agadez' }).click()
    await expect(page.getByRole('status').getByText('Agadez', { exact: true })).toBeVisible()
  })
})
