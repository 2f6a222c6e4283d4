import type { APIRequestContext, Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { smsTo } from '../support/buying-steps.ts'
import { spacedWords } from '../support/spaced-words.ts'

/** The newest code that a phone received after `before` messages. */
async function newCode(request: APIRequestContext, msisdn: string, before: number): Promise<string> {
  await expect.poll(async () => (await smsTo(request, msisdn)).length).toBeGreaterThan(before)
  return /\b[0-9]{6}\b/.exec((await smsTo(request, msisdn))[0] ?? '')?.[0] ?? ''
}

async function askForCode(page: Page, request: APIRequestContext, msisdn: string): Promise<string> {
  const before = (await smsTo(request, msisdn)).length
  await page.goto('/check-balance')
  await scripted(page)
  await page.getByLabel('Votre numéro').fill(msisdn)
  await page.getByRole('button', { name: 'Recevoir le code par SMS' }).click()
  return newCode(request, msisdn, before)
}

test('BB-2 from the home page to the balance of a prepaid line, and on to a recharge with the same number', async ({ page, request }) => {
  const before = (await smsTo(request, '90000001')).length
  await page.goto('/')
  await scripted(page)
  await page.getByRole('link', { name: /Mon solde/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consulter mon solde')
  await page.getByLabel('Votre numéro').fill('90000001')
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  await page.getByRole('button', { name: 'Recevoir le code par SMS' }).click()
  await page.getByLabel('Code à 6 chiffres').fill(await newCode(request, '90000001', before))
  await expect(page.getByRole('heading', { name: spacedWords('Solde du 90 00 00 01') })).toBeFocused()
  await expect(page.getByRole('definition').filter({ hasText: /F.CFA/ })).toBeVisible()
  expect(page.url()).toMatch(/\/check-balance\?balance=shown$/)
  await page.getByRole('button', { name: 'Actualiser' }).click()
  await expect(page.getByText(/^Relevé à/)).toBeVisible()
  await page.getByRole('link', { name: 'Recharger cette ligne' }).click()
  await expect(page.getByLabel('Numéro de mobile')).toHaveValue('90 00 00 01')
})

test('BB-2 a router shows its bundles, what is left of each, and the one without end as such', async ({ page, request }) => {
  const code = await askForCode(page, request, '90000005')
  await page.getByLabel('Code à 6 chiffres').fill(code)
  const bundles = page.getByRole('region', { name: 'Forfaits actifs' }).getByRole('listitem')
  await expect(bundles).toHaveCount(2)
  await expect(bundles.nth(0)).toContainText('MiFi Mois 20 Go')
  await expect(bundles.nth(0)).toContainText(/Il reste 12,4.Go sur 20.Go/)
  await expect(bundles.nth(0)).toContainText(/Valable jusqu’au/)
  await expect(bundles.nth(1)).toContainText('MiFi Nuits illimitées')
  await expect(bundles.nth(1)).toContainText('Illimité')
  const recharge = page.getByRole('link', { name: 'Recharger cette ligne' })
  await expect(recharge).toHaveAttribute('href', '/broadband-recharge')
  // A visit that has proven the line sees its running bundles before buying; another visit with the same number does not.
  await recharge.click()
  await expect(page.getByText(/^Encore actif sur cette ligne\s: 12,4\sGo, jusqu’au/)).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/broadband-recharge?msisdn=90000005')
  await expect(page.getByRole('button', { name: /^Acheter MiFi/ }).first()).toBeVisible()
  await expect(page.getByText('Encore actif sur cette ligne')).toHaveCount(0)
})

test('OTP-2 a wrong code shows nothing of the balance and leaves four attempts', async ({ page, request }) => {
  const code = await askForCode(page, request, '90110022')
  await page.getByLabel('Code à 6 chiffres').fill(code === '111111' ? '222222' : '111111')
  await expect(page.getByRole('alert')).toContainText('Essais restants : 4')
  await expect(page.getByText(/^Solde du/)).toHaveCount(0)
  await page.getByLabel('Code à 6 chiffres').fill(code)
  await expect(page.getByRole('heading', { name: spacedWords('Solde du 90 11 00 22') })).toBeVisible()
  await expect(page.getByText('Aucun forfait actif sur cette ligne.')).toBeVisible()
})

test('BB-2 ERR-1 while the operator is down a press says so, and after it the same button sends the code', async ({ page, request }) => {
  await page.route('**/subscriber/validate**', (route) => route.fulfill({ status: 503, json: { status: 'failure', statusCode: 500, code: 'upstream-down', message: 'x' } })) // prettier-ignore
  const before = (await smsTo(request, '90110055')).length
  await page.goto('/check-balance')
  await scripted(page)
  await page.getByLabel('Votre numéro').fill('90110055')
  const send = page.getByRole('button', { name: 'Recevoir le code par SMS' })
  const note = page.getByRole('status').filter({ hasText: 'Nous n’avons pas pu vérifier ce numéro pour le moment.' })
  await send.click()
  await expect(note).toBeVisible()
  const checked = page.waitForResponse(/subscriber.validate/)
  await send.click()
  await checked
  await expect(note).toBeVisible()
  await page.unroute('**/subscriber/validate**')
  await send.click()
  await page.getByLabel('Code à 6 chiffres').fill(await newCode(request, '90110055', before))
  await expect(page.getByRole('heading', { name: spacedWords('Solde du 90 11 00 55') })).toBeVisible()
})

test('NUM-1 a postpaid line is led to its bill, an unassigned number nowhere', async ({ page }) => {
  await page.goto('/check-balance')
  await scripted(page)
  await page.getByLabel('Votre numéro').fill('90000003')
  await expect(page.getByRole('link', { name: 'Payer sa facture' })).toHaveAttribute('href', '/postpaid-bill-pay')
  await page.getByLabel('Votre numéro').fill('20000001')
  await page.getByRole('button', { name: 'Recevoir le code par SMS' }).click()
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('BB-2 the balance is shown in English', async ({ page, request }) => {
    const before = (await smsTo(request, '90110033')).length
    await page.goto('/check-balance?msisdn=90110033')
    await scripted(page)
    await page.getByRole('button', { name: 'Send me the code by SMS' }).click()
    await page.getByLabel('6-digit code').fill(await newCode(request, '90110033', before))
    await expect(page.getByRole('heading', { name: spacedWords('Balance of 90 11 00 33') })).toBeVisible()
    await expect(page.getByText(/XOF.1,000/)).toBeVisible()
    await expect(page.getByText('There is no active bundle on this line.')).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('BB-2 number, code and balance are plain pages', async ({ page, request }) => {
    const before = (await smsTo(request, '90110044')).length
    await page.goto('/check-balance')
    await page.getByLabel('Votre numéro').fill('90110044')
    await page.getByRole('button', { name: 'Recevoir le code par SMS' }).click()
    const code = await newCode(request, '90110044', before)
    await page.getByLabel('Code à 6 chiffres').fill(code === '111111' ? '222222' : '111111')
    await page.getByRole('button', { name: 'Valider le code' }).click()
    await expect(page.getByText('Saisissez le bon code')).toBeVisible()
    await page.getByLabel('Code à 6 chiffres').fill(code)
    await page.getByRole('button', { name: 'Valider le code' }).click()
    await expect(page.getByRole('heading', { name: spacedWords('Solde du 90 11 00 44') })).toBeVisible()
    await expect(page.getByText(/1.000.F.CFA/)).toBeVisible()
    await page.getByRole('button', { name: 'Actualiser' }).click()
    await expect(page.getByRole('heading', { name: spacedWords('Solde du 90 11 00 44') })).toBeVisible()
    expect(page.url()).toMatch(/\/check-balance\?balance=shown$/)
  })
})
