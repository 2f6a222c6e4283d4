import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { chooseAirtime, chooseGateway, creditsTo, ledgerOf, payByCard } from '../support/buying-steps.ts'
import { choose, expectHeading, NOT_PAID, PAID, push } from '../support/wallet-steps.ts'

const state = (page: Page) => page.getByRole('heading', { level: 1 })
const detail = (page: Page, label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })

/** Waits for the history entry for back, which script adds a moment after hydration. */
async function trapped(page: Page): Promise<void> {
  await page.waitForFunction(() => history.state !== null)
}

async function buyBundle(page: Page, msisdn: string): Promise<void> {
  await page.goto(`/data-bundle?msisdn=${msisdn}`)
  await scripted(page)
  await page
    .getByRole('button', { name: /^(?:Acheter|BUY)/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  await scripted(page)
}

test('STAT-5 STAT-4 airtime is said to be credited, with all that is known about the payment', async ({ page }) => {
  await chooseAirtime(page, { msisdn: '90820001', amount: 700 })
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await expectHeading(page, PAID)
  await expect(page.getByText('700 F sont sur le 90 82 00 01. Un SMS le confirme.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Crédit livré' })).toBeVisible()
  await expect(page.getByLabel('Votre achat')).toContainText(/Recharge de crédit.*90.82.00.01/)
  await expect(detail(page, 'Payé avec')).toContainText('Carte bancaireDPO Pay')
  await page.getByText('Détails', { exact: true }).click()
  await expect(detail(page, 'Achat')).toContainText('Recharge en ligne')
  await expect(detail(page, 'Transaction')).toContainText(new URL(page.url()).searchParams.get('id') ?? 'none')
})

test('STAT-5 a bundle is said to be activated, with its end, and nothing to be credited', async ({ page }) => {
  await buyBundle(page, '90820011')
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await expectHeading(page, PAID)
  await expect(page.getByText('Le forfait est actif sur le 90 82 00 11. Un SMS le confirme.')).toBeVisible()
  await expect(page.getByText(/^Valable jusqu’au \d+(?:er)? \S+ 20\d\d à \d\d:\d\d\.$/)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Forfait activé' })).toBeVisible()
  await expect(page.getByText('sont sur le')).toHaveCount(0)
})

test('STAT-5 a bill is said to be booked, and nothing to be delivered', async ({ page }) => {
  await page.goto('/postpaid-bill-pay?msisdn=90000003&amount=1500')
  await scripted(page)
  await page.getByRole('button', { name: 'Payer la facture' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  await scripted(page)
  await payByCard(page, { gateway: 'UBA', card: 'pays' })
  await expectHeading(page, PAID)
  await expect(page.getByText('1 500 F sont enregistrés sur la facture du 90 00 00 03. Un SMS le confirme.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Paiement enregistré' })).toBeVisible()
  await expect(page.getByText(/[Ll]ivr/)).toHaveCount(0)
})

test('STAT-5 MM-2 money of a delivery that was refused comes back, once, with its own look and words, and a receipt', async ({
  page,
  request,
}) => {
  await choose(page, { msisdn: '99000014', amount: 570, method: 'Ténéré Money' })
  await push(page, '99000014')
  await expect(state(page)).toHaveText('Remboursement terminé Argent rendu', { timeout: 60_000 })
  await expect(page.getByText('Le crédit n’a pas pu être livré. Votre argent vous a été rendu.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Argent rendu' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reçu : PDF' })).toBeVisible()
  expect(await creditsTo(request, '99000014')).toEqual([])
  const moved = (await ledgerOf(request)).filter(({ msisdn }) => msisdn === '99000014').map(({ kind, amount }) => `${kind} ${amount}`)
  expect(moved.filter((each) => /capture|refund/.test(each)).toSorted()).toEqual(['capture 570', 'refund 570'])
})

test('STAT-5 where nothing was taken there is no receipt', async ({ page }) => {
  await chooseAirtime(page, { msisdn: '90820031', amount: 700 })
  await payByCard(page, { gateway: 'DPO Pay', card: 'declined' })
  await expectHeading(page, NOT_PAID)
  await expect(page.getByText('Rien n’a été débité').first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'échec Paiement refusé' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copier' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reçu : PDF' })).toBeHidden()
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('STAT-5 a bundle is said to be active until its end', async ({ page }) => {
    await buyBundle(page, '90820041')
    await chooseGateway(page, 'DPO Pay')
    await page.getByLabel('E-mail').fill('amina@example.ne')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.locator('button[name=card]').first().click()
    await expect(state(page)).toContainText('Thank you / Successful', { timeout: 20_000 })
    await expect(page.getByText(/^The bundle is active on 90.82.00.41\. An SMS confirms it\.$/)).toBeVisible()
    await expect(page.getByText(/^Valid until \d+ \w+ 20\d\d, \d\d:\d\d/)).toBeVisible()
  })
})

test('STAT-2 the browser’s back leads to the page the purchase began on, and the next one to what lay before, never to the gateway', async ({
  page,
}) => {
  await page.goto('/about')
  await chooseAirtime(page, { msisdn: '90820051', amount: 700 })
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await trapped(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/prepaid-recharge$/)
  await scripted(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)
})

test('STAT-2 who came to the hub from elsewhere is led to the return page, and then to what lay before the hub', async ({ page }) => {
  await chooseAirtime(page, { msisdn: '90820054', amount: 700 })
  await page.goto('/about')
  await page.goto('/payment')
  await scripted(page)
  await payByCard(page, { gateway: 'UBA', card: 'pays' })
  await trapped(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/prepaid-recharge$/)
  await scripted(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)
})

test('STAT-2 after a reload and a look elsewhere the way back is the same', async ({ page }) => {
  await page.goto('/about')
  await chooseAirtime(page, { msisdn: '90820052', amount: 700 })
  await payByCard(page, { gateway: 'UBA', card: 'pays' })
  await trapped(page)
  await page.reload()
  await trapped(page)
  await page.goto('/gethelp')
  await page.goBack()
  await expect(state(page)).toContainText(PAID)
  await trapped(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/prepaid-recharge$/)
})

test('STAT-2 a visit that never saw the hub is led to the return page all the same', async ({ page }) => {
  await chooseAirtime(page, { msisdn: '90820053', amount: 700 })
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await page.evaluate(() => sessionStorage.clear())
  const status = page.url()
  await page.goto('/about')
  await page.goto(`${status}&again`)
  await trapped(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/prepaid-recharge$/)
})
