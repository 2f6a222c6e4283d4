import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/journey.ts'
import { smsTo } from '../support/buying-steps.ts'
import { payersIn, choose, expectHeading, PAID, push } from '../support/wallet-steps.ts'

/** A recharge paid on the phone; returns the reference on its receipt. */
async function aReceipt(page: Page, request: APIRequestContext, { line, payer }: { line: string; payer: string }): Promise<string> {
  await choose(page, { msisdn: line, amount: 650, method: 'Ténéré Money' })
  await push(page, payer)
  await payersIn(request).answerPrompt(payer, { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  return (
    (await page
      .getByText(/\bG[A-Z0-9]{3}-/)
      .first()
      .textContent()) ?? ''
  )
}

test('CLAIM-1 FIND-1 FIND-2 FIND-3 FIND-6 from the receipt: by reference, then by number and code; a claim is answered, or becomes a case', async ({
  page,
  request,
}) => {
  const reference = await aReceipt(page, request, { line: '90771001', payer: '90771002' })
  await page.getByRole('link', { name: 'Retrouver un autre paiement' }).click()
  await expect(page).toHaveURL(/\/find-payment$/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ouvrir ce paiement' }).click()
  await expect(page.getByText('Saisissez la référence du reçu')).toBeVisible()
  await page.getByLabel('Référence du reçu').fill('GXXXX')
  await page.getByRole('button', { name: 'Ouvrir ce paiement' }).click()
  await expect(page.getByText(/Aucun paiement n’a cette référence/)).toBeVisible()
  await expect(page.getByLabel('Référence du reçu')).toHaveValue('GXXXX')
  await page.getByLabel('Référence du reçu').fill(reference.toLowerCase())
  await page.getByRole('button', { name: 'Ouvrir ce paiement' }).click()
  await expectHeading(page, PAID)

  await page.context().clearCookies()
  await page.goto('/find-payment')
  await page.getByLabel('Votre numéro').fill('90771001')
  await page.getByRole('button', { name: 'Recevoir un code par SMS' }).click()
  await expect(page.getByLabel('Chiffres du code')).toBeVisible()
  await page.getByLabel('Chiffres du code').fill('000000')
  await page.getByRole('button', { name: 'Valider le code' }).click()
  await expect(page.getByText('Saisissez le bon code')).toBeVisible()
  await page.getByLabel('Chiffres du code').fill(await payersIn(request).codeFor('90771001'))
  await page.getByRole('button', { name: 'Valider le code' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mes paiements' })).toBeVisible()
  await expectAccessible(page)
  const found = page.getByRole('link', { name: /Recharge de crédit.*Ténéré Money.*Crédit livré.*650.F.*Livré/ })
  await expect(found).toBeVisible()
  expect(page.url()).not.toMatch(/90771001/)
  await found.click()
  await expectHeading(page, PAID)
  await expect(page.getByText('90 77 10 01').first()).toBeVisible()
  await page.getByRole('link', { name: 'Un problème avec ce paiement ?' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByText('Choisissez ce qui s’est passé')).toBeVisible()
  await page.getByRole('radio', { name: /trompé de numéro/ }).check()
  await page.getByRole('textbox', { name: 'Le bon numéro' }).fill('9123')
  await page.getByLabel('Quelques mots, si vous voulez').fill('Je voulais recharger ma sœur.')
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
  await page.getByRole('radio', { name: /je n’ai rien reçu/ }).check()
  await expect(page.getByRole('textbox', { name: 'Le bon numéro' })).toBeHidden()
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByRole('heading', { name: 'Voici ce que nous savons' })).toBeVisible()
  await expect(page.getByText(/Crédit livré, .* à /)).toBeVisible()
  await expect(page.getByText(/Référence de l’opérateur/)).toBeVisible()
  // CLAIM-1: what was typed before goes with the second press.
  await expect(page.locator('input[name=words]')).toHaveValue('Je voulais recharger ma sœur.')
  await page.getByRole('button', { name: 'Cela ne répond pas à ma question' }).click()
  await expect(page.getByRole('heading', { name: /^Demande C[A-Z2-9]{7}$/ })).toBeVisible()
  await expect(page.getByText(/Vous recevrez un SMS, au plus tard le/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Envoyer' })).toHaveCount(0)
  await expect.poll(async () => (await smsTo(request, '90771001')).join(' ')).toMatch(/Demande C[A-Z2-9]{7} enregistr/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Retour au paiement' }).click()
  await page.getByRole('link', { name: 'Retour', exact: true }).click()
  await page.getByRole('button', { name: 'Fermer cette liste' }).click()
  await expect(page.getByText('La liste est fermée.')).toBeVisible()
  await page.goto('/find-payment?list=shown')
  await expect(page.getByText('Le code n’est plus valable : demandez-en un autre.')).toBeVisible()
})

test('CLAIM-1 who paid for another line claims with a number of their own, the amount and the day', async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await aReceipt(page, request, { line: '90771011', payer: '90771012' })
  await page.getByRole('link', { name: 'Un problème avec ce paiement ?' }).click()
  await page.getByLabel('Votre numéro').fill('90771013')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Recevoir un code par SMS' }).click()
  await page.getByLabel('Chiffres du code').fill(await payersIn(request).codeFor('90771013'))
  await page.getByRole('button', { name: 'Valider le code' }).click()
  await expect(page.getByText(/n’est pas un numéro de ce paiement/)).toBeVisible()
  await page.getByRole('radio', { name: /trompé de numéro/ }).check()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Le bon numéro' }).fill('91234567')
  await page.getByLabel('Montant payé').fill('651')
  await page.getByLabel('Jour du paiement').fill(new Date(Date.now() + 3_600_000).toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByText(/Aucun paiement n’a cette référence, ce montant et ce jour/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Le bon numéro' })).toHaveValue('91 23 45 67')
  await page.getByLabel('Montant payé').fill('650')
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByRole('heading', { name: /^Demande C[A-Z2-9]{7}$/ })).toBeVisible()
  await expect.poll(async () => (await smsTo(request, '90771013')).join(' ')).toMatch(/Demande C[A-Z2-9]{7} enregistr/)
})

test.describe('in English, at a desk, without script', () => {
  test.use({ language: 'en', javaScriptEnabled: false, viewport: { width: 1440, height: 900 } })

  test('FIND-1 FIND-6 from the home page: a number without payments says so, and a wrong number is explained', async ({
    page,
    request,
  }) => {
    await page.goto('/')
    await page.getByRole('link', { name: /^Find a payment/ }).click()
    await page.getByRole('button', { name: 'Get a code by SMS' }).click()
    await expect(page.getByText('Phone No is required')).toBeVisible()
    await page.getByLabel('Your number').fill('90771005')
    await page.getByRole('button', { name: 'Get a code by SMS' }).click()
    await page.getByLabel('Digits of the code').fill(await payersIn(request).codeFor('90771005'))
    await page.getByRole('button', { name: 'Confirm the code' }).click()
    await expect(page.getByText('No payment for this number in the last 90 days.')).toBeVisible()
  })
})
