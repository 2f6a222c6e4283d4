import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { chooseAirtime, payByCard } from '../support/buying-steps.ts'
import { choose, expectHeading, NOT_PAID, PAID, push } from '../support/wallet-steps.ts'
import { takePictures } from './take-pictures.ts'

async function buyBundle(page: Page, msisdn: string): Promise<string> {
  await page.goto(`/data-bundle?msisdn=${msisdn}`)
  await scripted(page)
  await page
    .getByRole('button', { name: /^Acheter/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  await scripted(page)
  return new URL(page.url()).search
}

test('pictures of the hub, one for every way to pay', async ({ page }) => {
  const search = await buyBundle(page, '90640001')
  for (const method of ['card', 'airtime', 'tenere-money', 'mpesa', 'smartcash']) {
    await page.goto(`/payment/start/${method}${search}`)
    await takePictures(page, `hub-${method}`)
  }
})

test('pictures of a request that waits on a phone, and of the hub that knows of it', async ({ page }) => {
  await choose(page, { msisdn: '90640011', amount: 1000, method: 'Ténéré Money' })
  const hub = page.url()
  await push(page, '90640012')
  await takePictures(page, 'status-waiting')
  await page.goto(hub)
  await takePictures(page, 'hub-while-one-waits')
})

test('pictures of airtime that was delivered', async ({ page }) => {
  await chooseAirtime(page, { msisdn: '90640021', amount: 700 })
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await expectHeading(page, PAID)
  await takePictures(page, 'status-delivered')
})

test('pictures of a bundle that was activated', async ({ page }) => {
  await buyBundle(page, '90640031')
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await expectHeading(page, PAID)
  await takePictures(page, 'status-bundle')
})

test('pictures of a bill that was paid', async ({ page }) => {
  await page.goto('/postpaid-bill-pay?msisdn=90000003&amount=1500')
  await scripted(page)
  await page.getByRole('button', { name: 'Payer la facture' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  await scripted(page)
  await payByCard(page, { gateway: 'UBA', card: 'pays' })
  await expectHeading(page, PAID)
  await takePictures(page, 'status-bill')
})

for (const [card, name] of [
  ['declined', 'status-refused'],
  ['cancel', 'status-left'],
] as const)
  test(`pictures of a card payment that ended: ${card}`, async ({ page }) => {
    await chooseAirtime(page, { msisdn: '90640041', amount: 700 })
    await payByCard(page, { gateway: 'DPO Pay', card })
    if (card === 'declined') await expectHeading(page, NOT_PAID)
    await takePictures(page, name)
  })

test('pictures of money that came back', async ({ page }) => {
  await choose(page, { msisdn: '99000014', amount: 570, method: 'Ténéré Money' })
  await push(page, '99000014')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Argent rendu', { timeout: 60_000 })
  await takePictures(page, 'status-given-back')
})

/** A dialog is gone when the page is loaded again: it is opened once in each language, for a number of its own. */
async function askForCode(page: Page, msisdn: string): Promise<void> {
  await page.goto(`/check-balance?msisdn=${msisdn}`)
  await scripted(page)
  await page.getByRole('button', { name: /Recevoir le code|Send me the code/ }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
}

async function typeWrongCode(page: Page, times: number): Promise<void> {
  const field = page.getByRole('dialog').getByRole('textbox')
  for (let tries = 0; tries < times; tries += 1) {
    await field.fill('000000')
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await expect(field).toHaveValue('')
  }
}

test('pictures of a code: asked for, wrong, locked', async ({ page }) => {
  await page.goto('/check-balance')
  await takePictures(page, 'code-asked', (language) => askForCode(page, language === 'fr' ? '90640051' : '90640052'))
  await takePictures(page, 'code-wrong', async (language) => {
    await askForCode(page, language === 'fr' ? '90640053' : '90640054')
    await typeWrongCode(page, 1)
  })
  await takePictures(page, 'code-locked', async (language) => {
    await askForCode(page, language === 'fr' ? '90640055' : '90640056')
    await typeWrongCode(page, 5)
  })
})
