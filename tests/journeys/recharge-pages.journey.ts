import { expect, scripted, test } from '../support/journey.ts'

test('NUM-1 PRE-1 PRE-2 PRE-4 AMT-1 the number is checked on its eighth digit, a late answer never overwrites a newer one, and the button waits for a prepaid line and an amount within the limits', async ({
  page,
}) => {
  await page.goto('/prepaid-recharge')
  await scripted(page)
  const button = page.getByRole('button', { name: 'Acheter du crédit' })
  const number = page.getByLabel('Numéro de mobile')
  const amount = page.getByRole('textbox', { name: 'Montant' })
  await expect(button).toBeDisabled()
  await amount.fill('1000')
  await expect(button).toBeDisabled()
  await number.fill('90000003')
  await number.clear()
  await number.pressSequentially('90000001')
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  await expect(page.getByText('Numéro de mobile non valide')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Ou choisissez un forfait' })).toBeVisible()
  await expect(button).toBeEnabled()
  await amount.fill('50')
  await expect(page.getByText('Le montant minimum est de 100 F CFA')).toBeVisible()
  await expect(button).toBeDisabled()
  await page.getByRole('button', { name: /^2.000/ }).click()
  await expect(button).toBeEnabled()
  await number.fill('90000003')
  await expect(button).toBeDisabled()
})

test('NUM-3 a line of another kind: first and larger what it is and where it is served, then the specification’s words, and the number goes along', async ({
  page,
}) => {
  await page.goto('/prepaid-recharge')
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill('90000003')
  const offer = page.getByText('C’est une ligne postpayée')
  const reproach = page.getByText('Numéro de mobile non valide')
  await expect(offer).toBeVisible()
  await expect(reproach).toBeVisible()
  const look = (element: Element) => ({ size: parseFloat(getComputedStyle(element).fontSize), top: element.getBoundingClientRect().top })
  const [first, second] = [await offer.evaluate(look), await reproach.evaluate(look)]
  expect(first.size).toBeGreaterThan(second.size)
  expect(first.top).toBeLessThan(second.top)
  await page.getByRole('link', { name: 'Payer sa facture' }).click()
  await expect(page).toHaveURL('/postpaid-bill-pay')
  await expect(page.getByLabel('Numéro de mobile')).toHaveValue('90 00 00 03')
  await expect(page.getByText('Ligne postpayée Ténéré Mobile')).toBeVisible()
})

test('BUN-1 BUN-2 tabs and chips narrow the bundles, a bundle leads to the payment with its price', async ({ page }) => {
  await page.goto('/data-bundle')
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill('90000001')
  await page.getByRole('tab', { name: 'SMS' }).click()
  await page.getByRole('button', { name: 'Jour', exact: true }).click()
  const buy = page.getByRole('button', { name: /^Acheter / }).first()
  const price = await page.locator('td strong').first().innerText()
  await buy.click()
  await expect(page).toHaveURL(/\/payment\/start\/card/)
  await expect(page.getByText(price).first()).toBeVisible()
})

test('BB-1 the broadband page serves routers and refuses phones', async ({ page }) => {
  await page.goto('/broadband-recharge')
  await scripted(page)
  await page.getByLabel('Numéro du routeur ou du MiFi').fill('90000001')
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
  await page.getByLabel('Numéro du routeur ou du MiFi').fill('90000005')
  await expect(page.getByText('Routeur ou MiFi Ténéré Mobile')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Choisissez un forfait' })).toBeVisible()
})

test('STATE-3 switching the language in the middle loses nothing', async ({ page }) => {
  await page.goto('/prepaid-recharge')
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill('90000001')
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  await page.getByRole('textbox', { name: 'Montant' }).fill('2000')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Online Recharge')
  await expect(page.getByLabel('Mobile number')).toHaveValue('90 00 00 01')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue(/2.000/)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a number and a bundle by plain forms and links', async ({ page }) => {
    await page.goto('/data-bundle')
    await page.getByLabel('Numéro de mobile').fill('90000001')
    await page.getByRole('button', { name: 'Voir les forfaits' }).click()
    await page.getByRole('link', { name: 'Appels' }).click()
    await page
      .getByRole('button', { name: /^Acheter / })
      .first()
      .click()
    await expect(page).toHaveURL(/\/payment\/start\/card/)
    await expect(page.getByText('Achat de forfait')).toBeVisible()
  })
})
