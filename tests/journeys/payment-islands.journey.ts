import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { countReceived } from '../support/received-bytes.ts'
import { CARDS, creditsTo, chooseGateway } from '../support/buying-steps.ts'
import { filesOf, island, openWithoutIsland, saveData, untilShell } from '../support/island-steps.ts'
import { enterPin, expectHeading, PAID, payersIn } from '../support/wallet-steps.ts'

const EMAIL = 'amina@example.ne'
const KILOBYTE = 1000

/** The hub of a new purchase; a bundle can be paid by every method. */
async function openHub(page: Page, msisdn: string, method: string): Promise<void> {
  await page.goto(`/data-bundle?msisdn=${msisdn}`)
  await untilShell(page)
  await page
    .getByRole('button', { name: /^Acheter/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  await page.goto(page.url().replace('/card?', `/${method}?`))
}

/** Fails the first `times` requests for an island's file. */
async function failFile(page: Page, times: number): Promise<() => number> {
  const [own = ''] = await filesOf(page)
  let failures = 0
  await page.route(`**${own}*`, (route) => (failures++ < times ? route.abort() : route.continue()))
  return () => failures
}

const field = (page: Page, method: string) => page.getByLabel(method === 'card' ? 'Adresse e-mail' : /Numéro (?:de mobile|enregistré)/)

/** What shows that the island is hydrated, after `typed` was typed. */
async function expectAtWork(page: Page, method: string): Promise<void> {
  if (method === 'card') await expect(page.getByText('Vouliez-vous dire amina@gmail.com ?')).toBeVisible()
  else await expect(field(page, method)).toHaveValue('90 12')
}

for (const [position, method] of ['card', 'airtime'].entries()) {
  test(`CARD-1 an address that looks mistyped is put right by a tap, also where React is awake: ${method}`, async ({ page }) => {
    await openHub(page, `9075900${position}`, method)
    const email = page.getByLabel('Adresse e-mail')
    await email.fill('amina@gmial.com')
    await page.getByRole('button', { name: 'Vouliez-vous dire amina@gmail.com ?' }).click()
    await expect(email).toHaveValue('amina@gmail.com')
    await expect(email).toBeFocused()
    await expect(page.getByRole('button', { name: /^Vouliez-vous dire/ })).toHaveCount(0)
    await page.reload()
    await expect(email).toHaveValue('amina@gmail.com')
  })
}

const METHODS = ['card', 'airtime', 'tenere-money', 'mpesa', 'smartcash']

test('HUB-1 every payment method is hydrated at the first touch, meets its weight budget, and keeps what was typed', async ({ page }) => {
  await saveData(page)
  await openHub(page, '90750001', 'card')
  const hub = page.url()
  const received = await countReceived(page)
  for (const method of METHODS) {
    await test.step(method, async () => {
      // Only one-time codes need React.
      const mostAfterTouch = (['airtime', 'smartcash'].includes(method) ? 83.6 : 20) * KILOBYTE
      // Leaving a page sends its analytics.
      await page.goto('about:blank')
      received()
      await page.goto(hub.replace('/card?', `/${method}?`), { waitUntil: 'networkidle' })
      const before = received()
      expect(before.isReactThere).toBe(false)
      // 12 without the operator's record, which pages carry since they serve any operator, the menu's way to payments, rows of gateways, and the look of sleeping buttons.
      expect(before.bytes).toBeLessThanOrEqual(12.75 * KILOBYTE)
      expect(before.requests).toBeLessThanOrEqual(4)
      await field(page, method).fill(method === 'card' ? 'amina@gmial.com' : '9012')
      await expectAtWork(page, method)
      await page.waitForLoadState('networkidle')
      const after = before.bytes + received().bytes
      test.info().annotations.push({ type: 'budget', description: `${method}: ${before.bytes} bytes, touched ${after}` })
      expect(after).toBeLessThanOrEqual(mostAfterTouch)
    })
  }
})

test.describe('with mistakes on purpose', () => {
  test.use({ failsOnPageErrors: false })

  test('HUB-1 without the file of its island each way to pay posts its form, and the server answers', async ({ page }) => {
    await saveData(page)
    await openHub(page, '90750002', 'card')
    const hub = page.url()
    for (const method of METHODS) {
      await test.step(method, async () => {
        await page.unrouteAll()
        await openWithoutIsland(page, hub.replace('/card?', `/${method}?`))
        await field(page, method).fill('?')
        await field(page, method).press('Enter')
        await expect(page).toHaveURL(/answer=/)
        await expect(page.getByText(method === 'card' ? 'Adresse e-mail non valide' : /Saisissez (?:le|un) numéro/).first()).toBeVisible()
      })
    }
  })
})

test.describe('with mistakes on purpose', () => {
  test.use({ failsOnPageErrors: false })

  test('CARD-2 without the file of the popup the gateway’s own page takes the window, and the card pays once', async ({
    page,
    request,
  }) => {
    await page.goto('/prepaid-recharge?msisdn=90758001&amount=500')
    await page.getByRole('button', { name: 'Acheter du crédit' }).click()
    await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
    await failFile(page, 100)
    await page.reload()
    await chooseGateway(page, 'Paystack')
    await page.getByLabel('Adresse e-mail').fill(EMAIL)
    await page.getByRole('button', { name: /^Payer/ }).click()
    await page.locator(`button[name=card][value="${CARDS.pays}"]`).click()
    await expectHeading(page, PAID)
    expect(await creditsTo(request, '90758001')).toEqual([500])
  })

  test('CARD-2 S4 an answer that is lost on the way is said, the visitor presses again, and pays once', async ({ page, request }) => {
    await page.goto('/prepaid-recharge?msisdn=90758002&amount=500')
    await scripted(page)
    await page.getByRole('button', { name: 'Acheter du crédit' }).click()
    await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
    await scripted(page)
    let calls = 0
    await page.route('**/transaction/**/process', async (route) => {
      calls += 1
      // The server received it; only the response is lost.
      const answer = await route.fetch()
      await (calls === 1 ? route.abort() : route.fulfill({ response: answer }))
    })
    await chooseGateway(page, 'Paystack')
    await page.getByLabel('Adresse e-mail').fill(EMAIL)
    await page.getByRole('button', { name: /^Payer/ }).dblclick()
    await expect(page.getByText('Aucune réponse. Vérifiez votre connexion et réessayez.')).toBeVisible()
    expect(calls).toBe(1)
    await page.getByRole('button', { name: /^Payer/ }).click()
    const popup = page.frameLocator('iframe[title="Paiement par Paystack"]')
    await popup.locator(`button[name=card][value="${CARDS.pays}"]`).click()
    await expectHeading(page, PAID)
    expect(await creditsTo(request, '90758002')).toEqual([500])
  })

  test('GEN-8 a card form that is sent without a network waits, and opens the popup once when it is back', async ({ page, context }) => {
    await page.goto('/prepaid-recharge?msisdn=90758003&amount=500')
    await scripted(page)
    await page.getByRole('button', { name: 'Acheter du crédit' }).click()
    await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
    await scripted(page)
    await chooseGateway(page, 'Paystack')
    await page.getByLabel('Adresse e-mail').fill(EMAIL)
    await context.setOffline(true)
    await page.getByRole('button', { name: /^Payer/ }).click()
    await page.getByRole('link', { name: 'SmartCash' }).hover()
    await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
    await expect(page.getByLabel('Adresse e-mail')).toHaveValue(EMAIL)
    await context.setOffline(false)
    await expect(page.locator('iframe[title="Paiement par Paystack"]')).toHaveCount(1)
  })

  test('AIR-1 a number that is sent before script is there is proven by plain pages; the proof stands in no address', async ({
    page,
    request,
  }) => {
    await saveData(page)
    await openHub(page, '90758004', 'airtime')
    await failFile(page, 100)
    await page.getByLabel('Numéro de mobile').fill('90758005')
    await page.getByLabel('Adresse e-mail').fill(EMAIL)
    await page.getByRole('button', { name: 'Continuer' }).click()
    const code = await payersIn(request).codeFor('90758005')
    await page.getByLabel('Code à 6 chiffres').fill(code)
    // STATE-3: what was typed is carried over a change of language, but never a code.
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByLabel('6-digit code')).toHaveValue('')
    await page.getByLabel('6-digit code').fill(code)
    await page.getByRole('button', { name: 'Confirm the code' }).click()
    await expect(page.getByRole('heading', { name: 'Are you sure?' })).toBeVisible()
    expect(page.url()).not.toContain(code)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Are you sure?' })).toBeVisible()
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(page).toHaveURL(/\/payment\/status\?id=/)
  })
})

test('SC-1 the PIN page meets its weight budget: the code and the PIN are loaded on demand', async ({ page, request }) => {
  await saveData(page)
  await openHub(page, '90758011', 'smartcash')
  const received = await countReceived(page)
  await page.goto(page.url(), { waitUntil: 'networkidle' })
  await page.getByLabel('Numéro enregistré').fill('90758012')
  await expect(island(page)).toHaveAttribute('data-state', 'awake')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill(await payersIn(request).codeFor('90758012'))
  await expect(page.getByLabel('Code secret à 4 chiffres')).toBeVisible()
  const { bytes } = received()
  test.info().annotations.push({ type: 'budget', description: `smartcash up to the PIN: ${bytes} bytes` })
  expect(bytes).toBeLessThanOrEqual(95 * KILOBYTE)
  await enterPin(page, '1234')
  await expectHeading(page, PAID)
})

test('HUB-2 choosing a method replaces the address and leaves the eyes where they were', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 500 })
  await openHub(page, '90758021', 'card')
  await scripted(page)
  await page.evaluate(() => scrollTo(0, 150))
  const pages = await page.evaluate(() => history.length)
  await page.getByRole('link', { name: 'M-PESA' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/mpesa\?purchase=/)
  await scripted(page)
  expect(await page.evaluate(() => history.length)).toBe(pages)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  await page.reload()
  await page.goto('/about')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
