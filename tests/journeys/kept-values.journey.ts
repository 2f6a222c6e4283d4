import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { fillDetails, openDetails } from '../support/lead-steps.ts'
import { chooseGateway } from '../support/buying-steps.ts'
import { chooseMethod, payersIn } from '../support/wallet-steps.ts'

const number = (page: Page) => page.getByLabel(/Numéro de mobile|Mobile number/)
const amount = (page: Page) => page.getByRole('textbox', { name: /Montant|Amount/ })

async function inOtherLanguage(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(English|Français)$/ }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await scripted(page)
}

async function refresh(page: Page): Promise<void> {
  await page.reload()
  await scripted(page)
}

async function backFrom(page: Page, press: () => Promise<void>, there: RegExp): Promise<void> {
  const here = new URL(page.url()).pathname
  await press()
  await expect(page).toHaveURL(there)
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe(here)
  await scripted(page)
}

test('GEN-9 the prepaid amount and the recognised line survive Back, refresh and another language', async ({ page }) => {
  await page.goto('/prepaid-recharge')
  await scripted(page)
  await number(page).fill('90820001')
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  await amount(page).fill('1500')
  const expectAll = async () => {
    await expect(number(page)).toHaveValue('90 82 00 01')
    await expect(amount(page)).toHaveValue(/^1.500$/)
    await expect(page.getByRole('button', { name: /Acheter du crédit|BUY AIRTIME/i })).toBeEnabled()
  }
  await refresh(page)
  await expectAll()
  await backFrom(page, () => page.getByRole('button', { name: 'Acheter du crédit' }).click(), /\/payment\/start\/card/)
  await expectAll()
  await inOtherLanguage(page)
  await expectAll()
})

test('GEN-9 the chosen kind and period of bundles survive refresh, another language and Back', async ({ page }) => {
  await page.goto('/data-bundle')
  await scripted(page)
  await number(page).fill('90820002')
  const tab = page.getByRole('tab').nth(2)
  await tab.click()
  const chip = page.getByRole('tabpanel').getByRole('group').getByRole('button').nth(1)
  await chip.click()
  const expectAll = async () => {
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
  }
  await expectAll()
  await refresh(page)
  await expectAll()
  await backFrom(
    page,
    () =>
      page
        .getByRole('button', { name: /^Acheter/ })
        .first()
        .click(),
    /\/payment\/start\/card/,
  )
  await expectAll()
  await inOtherLanguage(page)
  await expectAll()
})

async function fetchedBill(page: Page): Promise<void> {
  await page.goto('/postpaid-bill-pay?fetch=account')
  await scripted(page)
  await page.getByRole('dialog').getByLabel('Numéro de mobile').fill('90000004')
  await page.getByLabel('Numéro de compte').fill('1000000004')
  await page.getByRole('button', { name: 'Voir le montant dû' }).click()
  await expect(page.getByText(/Montant dû\s: 8.000/)).toBeVisible()
  await scripted(page)
}

test('GEN-9 what is owed and its note survive refresh, Back, another language, and the dialog opened again', async ({ page }) => {
  await fetchedBill(page)
  const expectAll = async () => {
    await expect(page.getByText(/(Montant dû\s: 8.000|Outstanding.*8.000)/i)).toBeVisible()
    await expect(amount(page)).toHaveValue(/^8.000$/)
  }
  await refresh(page)
  await expectAll()
  await page.getByRole('link', { name: 'Consulter ma facture postpayée' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click()
  await refresh(page)
  await expectAll()
  await backFrom(page, () => page.getByRole('button', { name: 'Payer la facture' }).click(), /\/payment\/start\/card/)
  await expectAll()
  await inOtherLanguage(page)
  await expectAll()
})

test('GEN-9 another visitor of the same phone sees nothing of it in a new tab', async ({ page, context }) => {
  await fetchedBill(page)
  await page.close()
  const other = await context.newPage()
  await other.goto('/postpaid-bill-pay')
  await scripted(other)
  await expect(other.getByText(/Montant dû/)).toHaveCount(0)
  await expect(amount(other)).toHaveValue('')
})

async function toCards(page: Page): Promise<void> {
  await page.goto('/prepaid-recharge?msisdn=90820003&amount=700')
  await scripted(page)
  await page.getByRole('button', { name: 'Acheter du crédit' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card/)
  await scripted(page)
}

test('GEN-9 the e-mail address and the gateway survive Back from the gateway, refresh and another language', async ({ page }) => {
  await toCards(page)
  await chooseGateway(page, 'DPO Pay')
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  const expectAll = async () => {
    await expect(page.getByLabel(/Adresse e-mail|E-mail/)).toHaveValue('amina@example.ne')
    await expect(page.getByRole('radio', { name: 'DPO Pay' })).toBeChecked()
  }
  await refresh(page)
  await expectAll()
  await page.getByRole('button', { name: /^Payer/ }).click()
  await expect(page.getByText('SANDBOX').first()).toBeVisible()
  await page.goBack()
  await scripted(page)
  await expectAll()
  await inOtherLanguage(page)
  await expectAll()
})

test('GEN-9 the question "Êtes-vous sûr ?" survives refresh, another language and Back, and holds no code or proof', async ({
  page,
  request,
}) => {
  await page.goto('/data-bundle?msisdn=90820004')
  await scripted(page)
  await page
    .getByRole('button', { name: /^Acheter/ })
    .first()
    .click()
  await chooseMethod(page, 'Crédit')
  await page.getByLabel('Numéro de mobile').fill('90820005')
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  await page.getByRole('button', { name: 'Continuer' }).click()
  const code = await payersIn(request).codeFor('90820005')
  await page.getByRole('dialog').getByRole('textbox').fill(code)
  const question = page.getByRole('heading', { name: /Êtes-vous sûr \?|Are you sure\?/ })
  await expect(question).toBeVisible()
  await refresh(page)
  await expect(question).toBeVisible()
  await backFrom(page, () => page.getByRole('link', { name: 'Non' }).click(), /\/payment\/start\/airtime\?purchase=[\w-]+$/)
  await expect(question).toBeVisible()
  await inOtherLanguage(page)
  await expect(question).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), location.href]))
  expect(kept).not.toContain(code)
  expect(kept).not.toContain('uniqueCode')
})

test('GEN-9 LEAD-2 the details of a 5G request survive refresh and Back, its consent with them', async ({ page }) => {
  await openDetails(page)
  await fillDetails(page, { msisdn: '92000071', town: 'Niamey' })
  const expectAll = async () => {
    await expect(page.getByLabel('Nom et prénom')).toHaveValue('Amina Issoufou')
    await expect(page.getByLabel('Numéro de mobile Ténéré Mobile')).toHaveValue('92 00 00 71')
    await expect(page.getByLabel('Adresse d’installation')).toHaveValue('Rue 12, Plateau')
    await page.getByLabel('Nom et prénom').focus()
    await expect(page.getByRole('combobox', { name: 'Ville' })).toHaveValue('Niamey')
    await expect(page.getByRole('checkbox')).toBeChecked()
    await expect(page.getByRole('button', { name: 'Continuer' })).toBeEnabled()
  }
  await refresh(page)
  await expectAll()
  await backFrom(page, () => page.getByRole('link', { name: 'Changer de forfait' }).click(), /\/hbb-lead$/)
  await expectAll()
})
