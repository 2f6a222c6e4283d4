import type { APIRequestContext, Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { saveData } from '../support/island-steps.ts'
import { choose, expectHeading, PAID, payersIn, push } from '../support/wallet-steps.ts'

test.use({ failsOnPageErrors: false })

const missing = (page: Page) => page.locator('[data-part-missing]')
const islandWith = (page: Page, part: string) => page.locator('x-island', { has: page.locator(part) }).last()

/** Fails the first `times` requests for the file of an island, or all; returns the number of requests. */
async function failFile(page: Page, part: string, times = Number.POSITIVE_INFINITY): Promise<() => number> {
  const [file] = ((await islandWith(page, part).getAttribute('data-files')) ?? '').split(' ')
  let asked = 0
  await page.route(`**${file}*`, (route) => (asked++ < times ? route.abort() : route.continue()))
  return () => asked
}

async function aPayment(page: Page, request: APIRequestContext, line: string): Promise<string> {
  const payer = line.replace(/^90/, '91')
  await choose(page, { msisdn: line, amount: 1750, method: 'Ténéré Money' })
  await push(page, payer)
  await payersIn(request).answerPrompt(payer, { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  return new URL(page.url()).searchParams.get('id') ?? ''
}

test('RCPT-1 the buttons of a receipt: a file that failed once is fetched again; without it the receipt and its PDF are there', async ({
  page,
  request,
}) => {
  const id = await aPayment(page, request, '90776001')
  await page.goto(`/payment/receipt/${id}`)
  const asked = await failFile(page, '[data-receipt]', 1)
  await page.reload()
  await page.getByRole('button', { name: 'Garder le reçu' }).click()
  await expect(page.getByText('Une copie est sur ce téléphone.')).toBeVisible()
  expect(asked()).toBeGreaterThan(1)

  await page.unrouteAll()
  await failFile(page, '[data-receipt]')
  await page.reload()
  await expect(missing(page)).toBeVisible()
  await expect(page.getByText(/1.750.F/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /PDF/ })).toHaveAttribute('href', /receipt/)
})

test('RCPT-2 OFF-5 what draws a receipt, or keeps it, comes only when it is asked for; where it does not come that is said, and the next press tries again', async ({
  page,
  request,
}) => {
  const id = await aPayment(page, request, '90776002')
  for (const name of ['Image', 'Garder le reçu']) {
    await page.goto(`/payment/receipt/${id}`)
    await scripted(page)
    await expect(missing(page)).toBeHidden()
    await page.route('**/assets/*.js', (route) => route.abort())
    const button = page.getByRole('button', { name })
    await button.click()
    await expect(missing(page), name).toBeVisible()
    await page.unrouteAll()
    const drawn = name === 'Image' ? page.waitForEvent('download') : null
    await button.click()
    if (drawn) expect((await drawn).suggestedFilename()).toMatch(/^recu-.*\.png$/)
    else await expect(page.getByText('Une copie est sur ce téléphone.')).toBeVisible()
  }
})

test('RECENT-1 whether a number is kept: without its file nothing is kept and that a part is missing is said; the next press fetches it', async ({
  page,
  request,
}) => {
  await page.goto(`/payment/status?id=${await aPayment(page, request, '90776003')}`)
  await saveData(page)
  await page.reload()
  const numbers = () => page.evaluate(() => localStorage.getItem('kept-numbers') ?? '')
  const keep = page.getByRole('button', { name: 'Garder', exact: true })
  await failFile(page, '[data-keep]')
  await keep.click()
  await expect(missing(page)).toBeVisible()
  await expect(keep).toBeVisible()
  expect(await numbers()).not.toContain('90776003')
  await page.unrouteAll()
  await keep.click()
  await expect.poll(numbers).toContain('90776003')
})

test('LINK-1 sharing a link: a file that failed once is fetched again; without it the links to send it are there', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/ask')
  await page.getByLabel('Numéro à recharger').fill('90776004')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.getByRole('button', { name: '1 000 F' }).click()
  await expect(page.getByRole('heading', { name: 'Votre lien est prêt' })).toBeVisible()
  const asked = await failFile(page, '[data-share]', 1)
  await page.reload()
  await scripted(page)
  await page.getByRole('button', { name: 'Copier' }).click()
  await expect(page.getByRole('button', { name: 'Copié' })).toBeVisible()
  expect(asked()).toBeGreaterThan(1)

  await page.unrouteAll()
  await failFile(page, '[data-share]')
  await page.reload()
  await expect(missing(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Envoyer par WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\//)
})
