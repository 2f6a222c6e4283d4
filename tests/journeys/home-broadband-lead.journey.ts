import { AxeBuilder } from '@axe-core/playwright'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { CARDS, ledgerOf, smsTo } from '../support/shop-window.ts'

const codeIn = (texts: string[]) => /\b[0-9]{6}\b/.exec(texts.at(0) ?? '')?.[0] ?? ''

async function codeFor(request: APIRequestContext, msisdn: string): Promise<string> {
  await expect.poll(async () => codeIn(await smsTo(request, msisdn))).not.toBe('')
  return codeIn(await smsTo(request, msisdn))
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))).toEqual([])
}

type Details = { msisdn: string; town: string; address?: string }

async function openDetails(page: Page, plan = /Confort/): Promise<void> {
  await page.goto('/hbb-lead')
  await scripted(page)
  await page.getByRole('radio', { name: plan }).check()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vos coordonnées')
}

async function fillDetails(page: Page, { msisdn, town, address = 'Rue 12, Plateau' }: Details): Promise<void> {
  await page.getByLabel('Nom et prénom').fill('Amina Issoufou')
  await page.getByLabel('Numéro de mobile Ténéré Mobile').fill(msisdn)
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  await page.getByRole('combobox', { name: 'Ville' }).fill(town.slice(0, 3))
  await page.getByRole('option', { name: town }).click()
  await page.getByLabel('Adresse d’installation').fill(address)
  await page.getByRole('checkbox').check()
}

async function answerCode(page: Page, request: APIRequestContext, msisdn: string): Promise<void> {
  await page.getByLabel('Code à 6 chiffres').fill(await codeFor(request, msisdn))
}

test('LEAD-3 a served town: plan, details, code, good news, then the payment by itself', async ({ page, request }) => {
  await openDetails(page)
  await fillDetails(page, { msisdn: '92000001', town: 'Niamey' })
  await page.getByRole('button', { name: 'Continuer' }).click()
  await answerCode(page, request, '92000001')
  const dialog = page.getByRole('dialog', { name: 'Bonne nouvelle' })
  await expect(dialog.getByRole('status').first()).toHaveText(
    'Félicitations ! Le service est disponible chez vous : nous vous emmenons au paiement.',
  )
  await expect(dialog.getByText(/^SL-/)).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Aller au paiement' })).toBeVisible()
  await expect(page).toHaveURL(/\/payment\/start.*purchase=/, { timeout: 8_000 })
  await expect(page.getByText(/45.000/).first()).toBeVisible()
  expect(await page.evaluate(() => [sessionStorage.getItem('isTenereWorks'), sessionStorage.getItem('id')])).toEqual([
    'true',
    expect.stringMatching(/^SL-/),
  ])
})

test.describe('in English, at a desk', () => {
  test.use({ language: 'en', viewport: { width: 1440, height: 900 } })

  test('LEAD-3 a town that is not served: thanks, then back to where the visitor came from', async ({ page, request }) => {
    await page.goto('/hbb-lead?redirect=/table')
    await scripted(page)
    await expect(page.getByText('Prices include all taxes. A one-time connection fee (N20,000) applies.')).toBeVisible()
    await page.getByRole('radio', { name: /Pro/ }).check()
    await page.getByRole('button', { name: 'Proceed' }).click()
    await page.getByLabel('Full name').fill('Amina Issoufou')
    await page.getByLabel('Ténéré Mobile number').fill('92000002')
    await page.getByLabel('E-mail address').fill('amina@example.ne')
    await page.getByRole('combobox', { name: 'Town' }).fill('zin')
    await page.getByRole('option', { name: 'Zinder' }).click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('6-digit code').fill(await codeFor(request, '92000002'))
    const dialog = page.getByRole('dialog', { name: 'Thank you!' })
    await expect(dialog.getByText('The service is not available in your area yet.')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Explore other products' })).toHaveAttribute('href', '/table')
    await expect(page).toHaveURL(/\/table$/, { timeout: 12_000 })
  })

  test('LEAD-3 a request that got no number: Something Went Wrong!, with a way to try again', async ({ page, request }) => {
    await page.goto('/hbb-lead/details?plan=HBB_5G_20')
    await scripted(page)
    await page.getByLabel('Full name').fill('Amina Issoufou')
    await page.getByLabel('Ténéré Mobile number').fill('99000050')
    await page.getByLabel('E-mail address').fill('amina@example.ne')
    await page.getByRole('combobox', { name: 'Town' }).fill('Dosso')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('6-digit code').fill(await codeFor(request, '99000050'))
    const dialog = page.getByRole('dialog', { name: 'Something Went Wrong!' })
    await expect(dialog.getByRole('alert')).toContainText('Nothing was charged.')
    await expectAccessible(page)
    await dialog.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByLabel('Full name')).toHaveValue('Amina Issoufou')
  })

  test('LEAD-4 MAP-2 the pin is moved with the keyboard and confirmed in words', async ({ page, request }) => {
    await page.goto('/hbb-lead/details?plan=HBB_5G_50')
    await scripted(page)
    await page.getByLabel('Full name').fill('Amina Issoufou')
    await page.getByLabel('Ténéré Mobile number').fill('92000003')
    await page.getByLabel('E-mail address').fill('amina@example.ne')
    await page.getByRole('combobox', { name: 'Town' }).fill('Maradi')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Show the place on the map first' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm installation address')
    const map = page.getByRole('region', { name: 'Map of the installation address' })
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
    await expectAccessible(page)
    await map.focus()
    await page.keyboard.press('ArrowUp')
    await expect(page.locator('input[name=lat]')).not.toHaveValue('')
    await page.getByRole('button', { name: 'Continue' }).click()
    const dialog = page.getByRole('dialog', { name: 'Is this the right place?' })
    await expect(dialog.getByText(/of Maradi/)).toBeVisible()
    await expectAccessible(page)
    await expect(dialog.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/hbb-lead/details')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByLabel('6-digit code').fill(await codeFor(request, '92000003'))
    await expect(page.getByText('Congratulations! Service is available in your area!, redirecting shortly')).toBeVisible()
    await page.getByRole('link', { name: 'Go to the payment' }).click()
    await expect(page).toHaveURL(/\/payment\/start.*purchase=/)
  })
})

test('LEAD-6 the request is paid at the server’s price and ordered from the operator once', async ({ page, request }) => {
  await openDetails(page, /Essentiel/)
  await fillDetails(page, { msisdn: '92000008', town: 'Dosso' })
  await page.getByRole('button', { name: 'Continuer' }).click()
  await answerCode(page, request, '92000008')
  await page.getByRole('link', { name: 'Aller au paiement' }).click()
  await expect(page.getByLabel('Adresse e-mail')).toHaveValue('amina@example.ne')
  await page.getByRole('radio', { name: 'DPO Pay' }).check()
  await page.getByRole('button', { name: /^Payer 35.000/ }).click()
  await page.locator(`button[name=card][value="${CARDS.pays}"]`).click()
  await expect(page).toHaveURL(/\/payment\/status\?id=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Merci, c’est réussi', { timeout: 20_000 })
  const orders = (await ledgerOf(request)).filter((entry) => entry.kind === 'order' && entry.msisdn === '92000008')
  expect(orders.map(({ amount }) => amount)).toEqual([35_000])
})

test('LEAD-1 the chosen plan survives a refresh and a change of language', async ({ page }) => {
  await page.goto('/hbb-lead')
  await scripted(page)
  await expect(page.getByText(/raccordement de 20.000 F CFA/)).toBeVisible()
  const kept = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().includes('/hbb-lead'))
  await page.getByRole('radio', { name: /Plus/ }).check()
  await expect(page.getByText(/60.000/)).toBeVisible()
  await kept
  await page.reload()
  await expect(page.getByRole('radio', { name: /Plus/ })).toBeChecked()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Business 5G home broadband')
  await expect(page.getByRole('radio', { name: /Plus/ })).toBeChecked()
})

test('FORM-2 FORM-3 FORM-4 LEAD-5 mistakes are explained in place, and the button waits', async ({ page }) => {
  await openDetails(page)
  const next = page.getByRole('button', { name: 'Continuer' })
  await expect(next).toBeDisabled()
  await page.getByLabel('Numéro de mobile Ténéré Mobile').fill('70000001')
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
  await page.getByRole('combobox', { name: 'Ville' }).fill('paris')
  await expect(page.getByRole('option', { name: 'Aucun résultat' })).toBeVisible()
  await page.getByLabel('Adresse d’installation').fill('12345')
  await page.getByLabel('Repère').fill('//')
  await page.getByLabel('Nom et prénom').fill('A')
  await page.getByLabel('Adresse e-mail').fill('amina@')
  await page.getByLabel('Repère').focus()
  await expect(page.getByText('Saisissez une adresse valable')).toBeVisible()
  await expect(page.getByText('Saisissez un repère valable')).toBeVisible()
  await expect(page.getByText('Ville : non valide')).toBeVisible()
  await expect(page.getByText('Adresse e-mail non valide')).toBeVisible()
  await fillDetails(page, { msisdn: '92000009', town: 'Tillabéri' })
  await page.getByLabel('Repère').fill('')
  await expect(next).toBeEnabled()
  await page.getByRole('checkbox').uncheck()
  await expect(next).toBeDisabled()
  await expect(page.getByText('Cochez cette case pour continuer')).toBeVisible()
})

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

test('LEAD-2 LEAD-3 the whole way with the keyboard alone', async ({ page, request }) => {
  await page.goto('/hbb-lead')
  await scripted(page)
  await tabTo(page, page.getByRole('radio', { name: /Essentiel/ }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Confort/ })).toBeChecked()
  await tabTo(page, page.getByRole('button', { name: 'Continuer' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/details$/)
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label))
    await page.keyboard.type(text)
  }
  await type('Nom et prénom', 'Amina Issoufou')
  await type('Numéro de mobile Ténéré Mobile', '92000004')
  await type('Adresse e-mail', 'amina@example.ne')
  await tabTo(page, page.getByRole('combobox', { name: 'Ville' }))
  await page.keyboard.type('m')
  await expect(page.getByRole('option').first()).toHaveText('Maradi')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Ville' })).toHaveValue('Maradi')
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Continuer' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code à 6 chiffres')).toBeFocused()
  await expect(page.getByLabel('Code à 6 chiffres')).toBeEditable()
  await page.keyboard.type(await codeFor(request, '92000004'))
  const dialog = page.getByRole('dialog', { name: 'Bonne nouvelle' })
  await expect(dialog).toBeVisible()
  await tabTo(page, dialog.getByRole('link', { name: 'Aller au paiement' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/payment\/start.*purchase=/)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('LEAD-1..4 every step is a plain form: plan, details, place, code, ending, tracking', async ({ page, request }) => {
    await page.goto('/hbb-lead')
    await page.getByRole('radio', { name: /Confort/ }).check()
    await page.getByRole('button', { name: 'Continuer' }).click()
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page.getByText('Nom et prénom : à remplir')).toBeVisible()
    await expect(page.getByText('Ville : à remplir')).toBeVisible()
    await expect(page.getByText('Cochez cette case pour continuer')).toBeVisible()
    await page.getByLabel('Nom et prénom').fill('Amina Issoufou')
    await page.getByLabel('Numéro de mobile Ténéré Mobile').fill('92 00 00 05')
    await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
    await page.getByLabel('Ville').selectOption('Dosso')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Montrer d’abord l’endroit sur la carte' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirmez l’adresse d’installation')
    await page.getByRole('button', { name: 'Continuer' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirmer' }).click()
    await page.getByLabel('Code à 6 chiffres').fill('000')
    await page.getByRole('button', { name: 'Valider le code' }).click()
    await expect(page.getByText('Saisissez les 6 chiffres du code.')).toBeVisible()
    await answerCode(page, request, '92000005')
    await page.getByRole('button', { name: 'Valider le code' }).click()
    const dialog = page.getByRole('dialog', { name: 'Bonne nouvelle' })
    const leadId = (await dialog.getByText(/^SL-/).textContent()) ?? ''
    await dialog.getByRole('link', { name: 'Aller au paiement' }).click()
    await expect(page).toHaveURL(/\/payment\/start.*purchase=/)
    await page.goto('/hbb-lead-status')
    await page.getByLabel('Numéro de la demande').fill(leadId.toLowerCase())
    await page.getByLabel('Numéro de contact').fill('92000005')
    await page.getByRole('button', { name: 'Voir l’avancement' }).click()
    await expect(page.getByRole('heading', { name: `Demande ${leadId}` })).toBeVisible()
    await expect(page.getByText(/Contact 92.••.••.05/)).toBeVisible()
  })

  test('LEAD-7 a request that does not exist is said plainly, after a code', async ({ page, request }) => {
    await page.goto('/hbb-lead-status')
    await page.getByRole('button', { name: 'Voir l’avancement' }).click()
    await expect(page.getByText('Saisissez le numéro de la demande')).toBeVisible()
    await page.getByLabel('Numéro de la demande').fill('SL-0000000000')
    await page.getByLabel('Numéro de contact').fill('92000006')
    await page.getByRole('button', { name: 'Voir l’avancement' }).click()
    await answerCode(page, request, '92000006')
    await page.getByRole('button', { name: 'Valider le code' }).click()
    await expect(page.getByText('Aucune demande ne correspond à ces informations.')).toBeVisible()
    await expect(page.getByLabel('Numéro de la demande')).toHaveValue('SL-0000000000')
  })
})

test('LEAD-7 somebody else’s browser follows a request with a code; the operator’s progress is told in words', async ({
  page,
  browser,
  request,
  portal,
}) => {
  // A number receives one code a minute: the second one has to wait for it.
  test.setTimeout(180_000)
  await openDetails(page)
  await fillDetails(page, { msisdn: '92000007', town: 'Niamey' })
  await page.getByRole('button', { name: 'Continuer' }).click()
  const first = await codeFor(request, '92000007')
  await page.getByLabel('Code à 6 chiffres').fill(first)
  const leadId = (await page.getByRole('dialog', { name: 'Bonne nouvelle' }).getByText(/^SL-/).textContent()) ?? ''
  const other = await (await browser.newContext({ baseURL: portal, viewport: { width: 1440, height: 900 } })).newPage()
  await other.waitForTimeout(61_000)
  await other.goto('/hbb-lead-status')
  await scripted(other)
  await other.getByLabel('Numéro de la demande').fill(leadId)
  await other.getByLabel('Numéro de contact').fill('92000007')
  await other.getByRole('button', { name: 'Voir l’avancement' }).click()
  await expect.poll(async () => codeIn(await smsTo(request, '92000007'))).not.toBe(first)
  await other.getByLabel('Code à 6 chiffres').fill(codeIn(await smsTo(request, '92000007')))
  await expect(other.getByText('Nous avons votre demande et vous appellerons.').first()).toBeVisible()
  await expect(other.getByRole('listitem').filter({ hasText: 'Acceptée' })).toContainText('à venir')
  await expect(other.getByText(/Contact 92.••.••.07/)).toBeVisible()
  await expectAccessible(other)
  await other.context().close()
})
