import { expect, scripted, test } from '../support/journey.ts'

test('NUM-1 PRE-2 the number is checked on its eighth digit and the answer stands in place', async ({ page }) => {
  await page.goto('/prepaid-recharge')
  await scripted(page)
  await page.getByLabel('Numéro de mobile').pressSequentially('90000001')
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ou choisissez un forfait' })).toBeVisible()
})

test('NUM-1 a postpaid number on the prepaid page is refused and led to the page that fits', async ({ page }) => {
  await page.goto('/prepaid-recharge')
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill('90000003')
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Payer sa facture' })).toHaveAttribute('href', '/postpaid-bill-pay')
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

test('NUM-1 a late answer never overwrites a newer number', async ({ page }) => {
  await page.goto('/prepaid-recharge')
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill('90000003')
  await page.getByLabel('Numéro de mobile').fill('90000001')
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  await expect(page.getByText('Numéro de mobile non valide')).toHaveCount(0)
})

test('AMT-1 limits are named in the visitor’s words', async ({ page }) => {
  await page.goto('/prepaid-recharge')
  await scripted(page)
  await page.getByRole('textbox', { name: 'Montant' }).fill('50')
  await expect(page.getByText('Le montant minimum est de 100 F CFA')).toBeVisible()
})

test('PRE-1 PRE-4 the button waits for a prepaid line and an amount within the limits', async ({ page }) => {
  await page.goto('/prepaid-recharge')
  await scripted(page)
  const button = page.getByRole('button', { name: 'Acheter du crédit' })
  await expect(button).toBeDisabled()
  await page.getByRole('textbox', { name: 'Montant' }).fill('1000')
  await expect(button).toBeDisabled()
  await page.getByLabel('Numéro de mobile').fill('90000001')
  await expect(button).toBeEnabled()
  await page.getByRole('textbox', { name: 'Montant' }).fill('50')
  await expect(button).toBeDisabled()
  await page.getByRole('button', { name: /^2.000/ }).click()
  await expect(button).toBeEnabled()
  await page.getByLabel('Numéro de mobile').fill('90000003')
  await expect(button).toBeDisabled()
})

test('a link with number and amount opens the page filled in; nonsense in it is ignored', async ({ page }) => {
  await page.goto('/prepaid-recharge?msisdn=90000001&amount=2000')
  await expect(page.getByLabel('Numéro de mobile')).toHaveValue('90 00 00 01')
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  await page.goto('/prepaid-recharge?msisdn=%3Cscript%3E&amount=-5')
  await expect(page.getByRole('textbox', { name: 'Montant' })).toHaveValue('')
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
  await page.getByLabel('Numéro du routeur ou de la MiFi').fill('90000001')
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
  await page.getByLabel('Numéro du routeur ou de la MiFi').fill('90000005')
  await expect(page.getByText('Routeur ou MiFi Ténéré Mobile')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Choisissez un forfait' })).toBeVisible()
})

test('ROUTE-1 the tariff table shows every category without a number, and tabs and chips are links', async ({ page }) => {
  await page.goto('/table')
  await scripted(page)
  const categories = page.getByRole('navigation', { name: 'Types de forfaits' }).getByRole('link')
  await expect(categories).toHaveCount(6)
  await categories.filter({ hasText: 'Appels' }).click()
  await expect(page).toHaveURL('/table?category=voice')
  await expect(categories.filter({ hasText: 'Appels' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('group', { name: 'Durée' }).getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/category=voice&period=/)
  await expect(page.getByRole('button', { name: /^Acheter/ })).toHaveCount(0)
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'tariffs with script' : 'tariffs without script', () => {
    test.use({ javaScriptEnabled })

    test('TAB-1 what cannot be bought here, or only for a router, is marked', async ({ page }) => {
      const marks: string[] = []
      await page.goto('/table')
      const links = await page.getByRole('navigation', { name: 'Types de forfaits' }).getByRole('link').all()
      const addresses = await Promise.all(links.map((link) => link.getAttribute('href')))
      for (const address of addresses) {
        await page.goto(`/table${address}`)
        const rows = await page.getByRole('row').allInnerTexts()
        marks.push(...rows.flatMap((row) => /en boutique seulement|pour routeur ou MiFi/.exec(row)?.[0] ?? 'none'))
      }
      expect([...new Set(marks)].toSorted()).toEqual(['en boutique seulement', 'none', 'pour routeur ou MiFi'])
    })
  })
}

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

  test('a wrong number is explained with the same words', async ({ page }) => {
    await page.goto('/prepaid-recharge')
    await page.getByLabel('Numéro de mobile').fill('90000003')
    await page.getByRole('textbox', { name: 'Montant' }).fill('1000')
    await page.getByRole('button', { name: 'Acheter du crédit' }).click()
    await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
  })
})
