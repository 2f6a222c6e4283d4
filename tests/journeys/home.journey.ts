import { expect, scripted, test } from '../support/journey.ts'

test('STATE-3 the portal greets in French, and English is one tap away without losing what was typed', async ({ page }) => {
  await page.goto('/')
  await scripted(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quel numéro recharger ?')
  await page.getByLabel('Numéro à recharger').fill('9012')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which number to recharge?')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByLabel('Number to recharge')).toHaveValue('90 12')
  expect(await page.evaluate(() => sessionStorage.getItem('selectedLanguage'))).toBe('EN')
})

test('NUM-1 a missing or short number is explained in place, and one with its dial code is understood and shown in pairs', async ({
  page,
}) => {
  await page.goto('/')
  await scripted(page)
  await page.getByRole('button', { name: 'Continuer' }).click({ force: true })
  await expect(page.getByText('Saisissez un numéro de mobile')).toBeVisible()
  await page.getByLabel('Numéro à recharger').fill('9012')
  await page.getByRole('button', { name: 'Continuer' }).click({ force: true })
  await expect(page.getByText('Il manque 4 chiffres')).toBeVisible()
  await expect(page.getByLabel('Numéro à recharger')).toHaveAttribute('aria-invalid', 'true')
  // Pasted with its dial code.
  await page.getByLabel('Numéro à recharger').fill('+227 90 00 00 01')
  await expect(page.getByLabel('Numéro à recharger')).toHaveValue('90 00 00 01')
})

test('NUM-1 NUM-3 STATE-1 each kind of line is recognised in place and offered what it can buy, and is there again on return', async ({
  page,
}) => {
  await page.goto('/')
  await scripted(page)
  const number = page.getByLabel('Numéro à recharger')
  const amount = page.getByRole('button', { name: /^1.000.F/ })
  const bill = page.getByRole('link', { name: 'Payer la facture' })
  const goOn = page.getByRole('button', { name: 'Continuer' })
  await number.fill('90000001')
  await expect(page.getByRole('status').getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  await expect(amount).toBeVisible()
  await expect(goOn).toBeHidden()
  await number.press('End')
  await number.press('Backspace')
  await expect(amount).toBeHidden()
  await expect(goOn).toBeVisible()
  await number.press('3')
  await expect(page.getByText('Ligne postpayée Ténéré Mobile')).toBeVisible()
  await expect(bill).toBeVisible()
  await expect(amount).toBeHidden()
  expect(await page.evaluate(() => sessionStorage.getItem('widgetInfo'))).toBe('{"type":"postpaid","msisdn":"90000003"}')
  await number.fill('90000005')
  await expect(page.getByText('Routeur ou MiFi Ténéré Mobile')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tous les forfaits', exact: true })).toHaveAttribute('href', '/broadband-recharge')
  await number.fill('20000001')
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
  await expect(goOn).toHaveAttribute('aria-disabled', 'true')
  await number.fill('90000003')
  await expect(bill).toBeVisible()
  await page.reload()
  await expect(number).toHaveValue('90 00 00 03')
  await expect(bill).toBeVisible()
  await scripted(page)
  await expect
    .poll(() => page.evaluate(() => JSON.parse(sessionStorage.getItem('widgetInfo') ?? 'null')))
    .toEqual({ type: 'postpaid', msisdn: '90000003' })
  await bill.click()
  await expect(page).toHaveURL(/\/postpaid-bill-pay\?fetch=code$/)
  await expect(page.getByLabel('Numéro de mobile').first()).toHaveValue('90 00 00 03')
})

test('BUN-3 a bundle of the home page leads to the ways to pay at the catalogue’s price', async ({ page }) => {
  // The home page does not wait for a catalogue that has not been read yet; the tariffs do.
  await page.goto('/table')
  await page.goto('/')
  await scripted(page)
  await page.getByLabel('Numéro à recharger').fill('90770005')
  await page.getByRole('button', { name: /^1.Go 24.heures 500.F/ }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  await expect(page.getByText(/1.Go/).first()).toBeVisible()
  await expect(page.getByText(/^500.F/).first()).toBeVisible()
})

test('API-7 a page view is counted, with no word about the visitor', async ({ page }) => {
  const counted = page.waitForRequest((request) => request.url().includes('/analytics/v1/events'))
  await page.goto('/about')
  await scripted(page)
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect((await counted).postDataJSON()).toEqual({ events: [{ page: 'ne_cw_about', action: 'view' }] })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the number is checked by the server with the same words; the language changes and the page stays', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('Numéro à recharger').fill('9012')
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
    await expect(page.getByLabel('Numéro à recharger')).toHaveValue('90 12')
    await page.getByLabel('Numéro à recharger').fill('+227 90 00 00 01')
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
    // An amount offered for a prepaid line does not pay a bill, also when the number was changed meanwhile.
    await page.getByLabel('Numéro à recharger').fill('90000003')
    await page.getByRole('button', { name: /^1.000.F/ }).click()
    await expect(page.getByText('Ligne postpayée Ténéré Mobile')).toBeVisible()
    await page.getByLabel('Numéro à recharger').fill('90000001')
    await page.getByLabel('Numéro à recharger').press('Enter')
    await page.getByRole('button', { name: /^1.000.F/ }).click()
    await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
    await page.goto('/about')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page).toHaveURL(/\/about$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About this portal')
  })
})
