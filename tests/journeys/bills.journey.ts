import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { ledgerOf, payByCard, smsTo } from '../support/buying-steps.ts'

async function showBills(page: Page, { account, email, isScripted = true }: { account: string; email: string; isScripted?: boolean }) {
  await page.goto('/orp/fixed-internet')
  if (isScripted) await scripted(page)
  await page.getByLabel('Numéro de compte').fill(account)
  await page.getByLabel('Adresse e-mail enregistrée').fill(email)
  await page.getByRole('button', { name: 'Voir les factures' }).click()
}

const amina = { account: 'P1234567890', email: 'amina@example.ne' }

test.describe('the bills of one account, one after the other', () => {
  test.describe.configure({ mode: 'serial' })

  test('FIX-1 three invoices are shown, the overdue one in words, and nothing of it is in the address', async ({ page }) => {
    await showBills(page, amina)
    await expect(page.getByText('3 factures à payer')).toBeVisible()
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(4)
    await expect(rows.filter({ hasText: 'En retard' })).toHaveCount(1)
    await expect(rows.nth(1)).toContainText('FI-2026-0101')
    await expect(rows.nth(1)).toContainText('En retard')
    await expect(page.getByText(/contact 90.••.••.01/)).toBeVisible()
    expect(page.url()).not.toMatch(/P123|amina/)
  })

  test('FIX-1 coming back finds the account and its bills again', async ({ page }) => {
    await showBills(page, amina)
    await expect(page.getByRole('table')).toBeVisible()
    await page.goto('/about')
    await page.goto('/orp/fixed-internet')
    await expect(page.getByLabel('Numéro de compte')).toHaveValue('P1234567890')
    await expect(page.getByText('3 factures à payer')).toBeVisible()
  })

  test('FIX-1 an invoice paid by card leaves the list', async ({ page, request }) => {
    await showBills(page, amina)
    await page.getByRole('button', { name: 'Payer la facture FI-2026-0101' }).click()
    await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
    await expect(page.getByText('FI-2026-0101')).toBeVisible()
    await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
    await expect(page.getByText('25 000 F sont enregistrés sur la facture')).toBeVisible()
    const paid = (await ledgerOf(request)).filter((entry) => entry.kind === 'bill-payment' && entry.amount === 25_000)
    expect(paid).toHaveLength(1)
    await page.getByRole('link', { name: 'Retour' }).click()
    await expect(page.getByText('2 factures à payer')).toBeVisible()
    await expect(page.getByText('FI-2026-0101')).toHaveCount(0)
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('FIX-1 bills are shown and chosen by plain forms', async ({ page }) => {
      await showBills(page, { ...amina, isScripted: false })
      await expect(page.getByText('2 factures à payer')).toBeVisible()
      await page.getByRole('button', { name: 'Payer la facture FI-2026-0103' }).click()
      await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
      await expect(page.getByText(/7.500/).first()).toBeVisible()
    })
  })
})

test('FIX-2 FIX-3 the button waits until account and e-mail are right, and each mistake is explained', async ({ page }) => {
  await page.goto('/orp/fixed-internet')
  await scripted(page)
  const button = page.getByRole('button', { name: 'Voir les factures' })
  await expect(button).toBeDisabled()
  await page.getByLabel('Numéro de compte').fill('P12')
  await page.getByLabel('Adresse e-mail enregistrée').fill('amina')
  await expect(page.getByText('Numéro de compte non valide')).toBeVisible()
  await page.getByLabel('Numéro de compte').fill('p 1234 567 890')
  await expect(page.getByText('Adresse e-mail non valide')).toBeVisible()
  await expect(button).toBeDisabled()
  await page.getByLabel('Adresse e-mail enregistrée').fill('amina@example.ne')
  await expect(button).toBeEnabled()
})

async function fetchByAccount(page: Page, { msisdn, account }: { msisdn: string; account: string }) {
  await page.getByRole('link', { name: 'Consulter ma facture postpayée' }).click()
  await page.getByRole('link', { name: 'Avec le numéro de compte' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Numéro de compte').fill(account)
  await dialog.getByLabel('Numéro de mobile').fill(msisdn)
  await dialog.getByRole('button', { name: 'Voir le montant dû' }).click()
}

test('POST-3 the outstanding amount fills the field, rounded up with a note, and leads to the payment', async ({ page }) => {
  await page.goto('/postpaid-bill-pay')
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill('90000003')
  await expect(page.getByText('Ligne postpayée Ténéré Mobile')).toBeVisible()
  await page.getByRole('link', { name: 'Consulter ma facture postpayée' }).click()
  await page.getByRole('link', { name: 'Avec le numéro de compte' }).click()
  await expect(page.getByRole('dialog').getByLabel('Numéro de mobile')).toHaveValue('90 00 00 03')
  await page.getByRole('dialog').getByLabel('Numéro de compte').fill('1000000003')
  await page.getByRole('button', { name: 'Voir le montant dû' }).click()
  await expect(page.getByRole('textbox', { name: 'Montant' })).toHaveValue(/12.451/)
  await expect(page.getByText(/Arrondi à 12.451/)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Payer la facture' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  await expect(page.getByText(/12.451/).first()).toBeVisible()
  await expect(page.getByText('1000000003')).toHaveCount(0)
})

test('POST-3 GEN-9 a fetched amount is cleared when the number changes, restored with it, and survives a refresh and a change of language', async ({
  page,
}) => {
  await page.goto('/postpaid-bill-pay')
  await fetchByAccount(page, { msisdn: '90000003', account: '1000000003' })
  const amount = page.getByRole('textbox', { name: 'Montant' })
  await expect(amount).toHaveValue(/12.451/)
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill('90000007')
  await expect(amount).toHaveValue('')
  await page.getByLabel('Numéro de mobile').fill('90000003')
  await expect(amount).toHaveValue(/12.451/)
  await page.reload()
  await expect(amount).toHaveValue(/12.451/)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue(/12.451/)
})

test('POST-5 GEN-10 the operator’s error codes are explained in the dialog, in the visitor’s language; another person’s account reveals nothing', async ({
  page,
}) => {
  await page.goto('/postpaid-bill-pay')
  await scripted(page)
  await fetchByAccount(page, { msisdn: '90000003', account: '1000000099' })
  await expect(page.getByRole('dialog').getByText('Ce compte est fermé. Passez dans l’une de nos boutiques.')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Numéro de compte').fill('1000000004')
  await page.getByRole('button', { name: 'Voir le montant dû' }).click()
  await expect(page.getByRole('dialog').getByText('Ces informations ne vont pas ensemble.')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Numéro de compte').fill('123')
  await page.getByRole('button', { name: 'Voir le montant dû' }).click()
  await expect(page.getByRole('dialog').getByText('Numéro de compte non valide')).toBeVisible()
})

test('POST-4 a prepaid line is led to its own page, limits are named', async ({ page }) => {
  await page.goto('/postpaid-bill-pay')
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill('90000001')
  await expect(page.getByText('C’est une ligne prépayée')).toBeVisible()
  await page.getByRole('textbox', { name: 'Montant' }).fill('50')
  await expect(page.getByText('Le montant minimum est de 500 F CFA')).toBeVisible()
})

test('POST-1 POST-4 the button waits for a postpaid or hybrid line and an amount within the limits', async ({ page }) => {
  await page.goto('/postpaid-bill-pay')
  await scripted(page)
  const button = page.getByRole('button', { name: 'Payer la facture' })
  await expect(button).toBeDisabled()
  await page.getByLabel('Numéro de mobile').fill('90000004')
  await expect(page.getByText('Ligne hybride Ténéré Mobile')).toBeVisible()
  await expect(button).toBeDisabled()
  await page.getByRole('textbox', { name: 'Montant' }).fill('8000')
  await expect(button).toBeEnabled()
  await page.getByRole('textbox', { name: 'Montant' }).fill('10')
  await expect(button).toBeDisabled()
})

const codeIn = (texts: string[]) => /\b[0-9]{6}\b/.exec(texts.at(-1) ?? '')?.[0] ?? ''

test('POST-1 POST-2 OTP-1 a code by SMS opens the bill of its line', async ({ page, request }) => {
  await page.goto('/postpaid-bill-pay')
  await scripted(page)
  await page.getByRole('link', { name: 'Consulter ma facture postpayée' }).click()
  await page.getByRole('dialog').getByLabel('Numéro de mobile').fill('90000003')
  await page.getByRole('button', { name: 'Envoyer le code' }).click()
  await expect.poll(async () => codeIn(await smsTo(request, '90000003'))).not.toBe('')
  const show = page.getByRole('button', { name: 'Voir le montant dû' })
  await page.getByLabel('Code à 6 chiffres').fill('123')
  await expect(show).toHaveAttribute('aria-disabled', 'true')
  await show.click({ force: true })
  await expect(page.getByText('Saisissez les 6 chiffres du code.')).toBeVisible()
  await page.getByLabel('Code à 6 chiffres').fill(codeIn(await smsTo(request, '90000003')))
  await show.click()
  await expect(page.getByText(/Arrondi à 12.451/)).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Montant' })).toHaveValue(/12.451/)
})

test.describe('postpaid without script', () => {
  test.use({ javaScriptEnabled: false })

  test('POST-2 POST-3 the bill is fetched and paid by plain forms', async ({ page }) => {
    await page.goto('/postpaid-bill-pay')
    await fetchByAccount(page, { msisdn: '90000004', account: '1000000004' })
    await expect(page.getByText(/Montant dû\s: 8.000/)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Montant' })).toHaveValue(/8.000/)
    await page.getByRole('button', { name: 'Payer la facture' }).click()
    await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  })

  test('POST-2 a code by SMS opens the bill by plain forms', async ({ page, request }) => {
    await page.goto('/postpaid-bill-pay')
    await page.getByRole('link', { name: 'Consulter ma facture postpayée' }).click()
    await page.getByRole('dialog').getByLabel('Numéro de mobile').fill('90000007')
    await page.getByRole('button', { name: 'Envoyer le code' }).click()
    await page.getByLabel('Code à 6 chiffres').fill('000')
    await page.getByRole('button', { name: 'Voir le montant dû' }).click()
    await expect(page.getByText('Saisissez les 6 chiffres du code.')).toBeVisible()
    await expect.poll(async () => codeIn(await smsTo(request, '90000007'))).not.toBe('')
    await page.getByLabel('Code à 6 chiffres').fill(codeIn(await smsTo(request, '90000007')))
    await page.getByRole('button', { name: 'Voir le montant dû' }).click()
    await expect(page.getByText('Aucun montant n’est dû sur cette ligne. Merci.')).toBeVisible()
  })
})
