import { setTimeout as pause } from 'node:timers/promises'
import { expect, scripted, test } from '../support/journey.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'
import { spacedWords } from '../support/spaced-words.ts'

/** A portal and a sandbox of its own: an operator that misbehaves here must not trouble the other journeys. */
let own: RunningPortal
let started: Promise<RunningPortal> | undefined

const FRESH_MS = 60_000
let catalogueReadAt = 0

const TROUBLES = {
  'is down': { dropRequest: true },
  'is slow': { delayMs: 60_000 },
  'answers HTML': { status: 200, body: '<html><body>Maintenance</body></html>', contentType: 'text/html' },
  'answers half a JSON': { status: 200, body: '[{"id":"PROD-1","sta', contentType: 'application/json' },
} as const
type Trouble = keyof typeof TROUBLES

async function makeTrouble(trouble: Trouble, operation?: string): Promise<void> {
  await steer('POST', { face: 'tmforum', ...(operation ? { operation } : {}), do: TROUBLES[trouble] })
}

const endTrouble = () => steer('DELETE')

async function steer(method: 'POST' | 'DELETE', body?: object): Promise<void> {
  const content = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
  const answer = await fetch(`${own.sandboxUrl}/control/faults`, { method, ...content })
  expect(answer.ok).toBe(true)
}

test.describe.configure({ mode: 'serial', timeout: 120_000 })

test.use({
  async portal({ browserName: _anyBrowser }, provide) {
    started ??= startPortal()
    own = await started
    await provide(own.portalUrl)
  },
})
test.afterEach(endTrouble)
test.afterAll(() => own.stop())

test('a list of bundles that cannot be read says so and offers a retry; airtime can be bought meanwhile', async ({ page }) => {
  await makeTrouble('answers HTML', 'offering.list')
  await page.goto('/prepaid-recharge')
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill('90220001')
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  const section = page.getByRole('region', { name: 'Ou choisissez un forfait' })
  await expect(section.getByText('Nous n’avons pas pu lire la liste des forfaits pour le moment.')).toBeVisible()
  await expect(page.getByText('Aucun forfait n’est proposé')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Montant' }).fill('1000')
  await expect(page.getByRole('button', { name: 'Acheter du crédit' })).toBeEnabled()
  await page.goto('/table')
  await expect(page.getByRole('alert')).toContainText('Nous n’arrivons pas à joindre notre réseau')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the retry of a list of bundles is a plain button', async ({ page }) => {
    await makeTrouble('is down', 'offering.list')
    await page.goto('/data-bundle')
    await page.getByLabel('Numéro de mobile').fill('90220002')
    await page.getByRole('button', { name: 'Voir les forfaits' }).click()
    await expect(page.getByText('Nous n’avons pas pu lire la liste des forfaits pour le moment.')).toBeVisible()
    await endTrouble()
    // After a failed read the portal leaves the catalogue alone for five seconds.
    await expect(async () => {
      await page.getByRole('button', { name: 'Réessayer' }).click()
      await expect(page.getByRole('link', { name: 'Appels' })).toBeVisible({ timeout: 1000 })
    }).toPass()
    catalogueReadAt = Date.now()
  })

  test('the retry of a number is a plain button', async ({ page }) => {
    await makeTrouble('is down', 'product.find')
    await page.goto('/data-bundle')
    await page.getByLabel('Numéro de mobile').fill('90220003')
    await page.getByRole('button', { name: 'Voir les forfaits' }).click()
    await expect(page.getByText('Nous n’avons pas pu vérifier ce numéro pour le moment.')).toBeVisible()
    await endTrouble()
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  })
})

for (const [position, trouble] of Object.keys(TROUBLES).entries() as IterableIterator<[number, Trouble]>) {
  test(`an operator that ${trouble}: the number is not called wrong, and a retry finds it`, async ({ page }) => {
    await makeTrouble(trouble, 'product.find')
    await page.goto('/prepaid-recharge')
    await scripted(page)
    await page.getByLabel('Numéro de mobile').fill(`9022001${position}`)
    await expect(page.getByText('Nous n’avons pas pu vérifier ce numéro pour le moment.')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByText('Numéro de mobile non valide')).toHaveCount(0)
    await endTrouble()
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Ou choisissez un forfait' })).toBeVisible()
  })
}

test('a balance that cannot be read keeps the proven code: the retry needs no new one', async ({ page, request }) => {
  await page.goto('/check-balance?msisdn=90220020')
  await scripted(page)
  await page.getByRole('button', { name: 'Recevoir le code par SMS' }).click()
  const texts = async () =>
    ((await (await request.get(`${own.sandboxUrl}/control/sms/90220020`)).json()) as { text: string }[])[0]?.text ?? ''
  await expect.poll(texts).toMatch(/[0-9]{6}/)
  await makeTrouble('answers half a JSON', 'bucket.list')
  await page.getByLabel('Code à 6 chiffres').fill(/[0-9]{6}/.exec(await texts())?.[0] ?? '')
  await expect(page.getByRole('alert')).toContainText('Nous n’avons pas pu lire votre solde.')
  await endTrouble()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('heading', { name: spacedWords('Solde du 90 22 00 20') })).toBeVisible()
})

test('while every system of the operator hangs, all other pages answer at once', async ({ request }) => {
  await makeTrouble('is slow')
  const hanging = fetch(`${own.portalUrl}/prepaid-recharge?msisdn=90220030`)
  for (const path of [
    '/',
    '/about',
    '/gethelp',
    '/openNetworks',
    '/storeLocator',
    '/contact-us',
    '/prepaid-recharge',
    '/postpaid-bill-pay',
  ]) {
    const began = performance.now()
    const answer = await request.get(`${own.portalUrl}${path}?fresh`)
    expect(answer.status(), path).toBe(200)
    expect(performance.now() - began, path).toBeLessThan(2000)
  }
  const page = await (await hanging).text()
  expect(page).toContain('Nous n’avons pas pu vérifier ce numéro pour le moment.')
})

test('prices of an earlier moment are shown while the operator is down, and said to be', async ({ page }) => {
  await pause(Math.max(0, catalogueReadAt + FRESH_MS + 1000 - Date.now()))
  await makeTrouble('is down', 'offering.list')
  await expect(async () => {
    await page.goto('/table?fresh')
    await expect(page.getByText(/ces prix datent d’un peu plus tôt/)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('navigation', { name: 'Types de forfaits' }).getByRole('link')).toHaveCount(6)
  await page.goto('/prepaid-recharge?msisdn=90220031')
  await expect(page.getByText(/ces prix datent d’un peu plus tôt/)).toBeVisible()
})
