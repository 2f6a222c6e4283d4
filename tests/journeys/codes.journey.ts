import type { APIRequestContext, Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { sharedSandbox } from '../support/buying-steps.ts'
import { choose, payersIn, proveNumber } from '../support/wallet-steps.ts'

/** The SMS centre does not answer for one number until this is reset; other journeys are not affected. */
async function silenceFor(request: APIRequestContext, msisdn: string, times: number): Promise<void> {
  const fault = { face: 'sms', match: { to: `227${msisdn}` }, times, do: { dropRequest: true } }
  expect((await request.post(`${sharedSandbox()}/control/faults`, { data: fault })).ok()).toBe(true)
}

const SENT = { fr: /Nous avons envoyé un code/, en: /We sent a 6-digit code/ } as const
const NOT_RECEIVABLE = { fr: 'Nous ne pouvons pas envoyer de SMS à ce numéro.', en: 'We cannot send an SMS to this number.' } as const

async function chooseAirtimeMethod(page: Page, payer: string): Promise<void> {
  await page.goto('/data-bundle?msisdn=90810001')
  await scripted(page)
  await page
    .getByRole('button', { name: /^Acheter/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Crédit' }).click()
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill(payer)
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
}

test('OTP-3 "Non" at "Êtes-vous sûr ?", then Continuer: another code is sent at once, as often as one likes', async ({ page, request }) => {
  const payers = payersIn(request)
  await chooseAirtimeMethod(page, '90810002')
  for (let times = 0; times < 4; times += 1) {
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page.getByText(SENT.fr)).toBeVisible()
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .fill(await payers.codeFor('90810002'))
    await expect(page.getByRole('heading', { name: 'Êtes-vous sûr ?' })).toBeVisible()
    await page.getByRole('link', { name: 'Non' }).click()
    await scripted(page)
    await page.getByLabel('Numéro de mobile').fill('90810002')
    await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  }
  await expect(page.getByText('Trop de codes')).toHaveCount(0)
})

test('OTP-4 SmartCash: for a number that cannot receive a code, the page says so before any dialog', async ({ page, request }) => {
  await choose(page, { msisdn: '90810004', amount: 600, method: 'SmartCash' })
  for (const stranger of ['70000001', '20810001']) {
    await page.getByLabel('Numéro enregistré').fill(stranger)
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page.getByRole('alert')).toContainText(NOT_RECEIVABLE.fr)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await proveNumber(page, payersIn(request), '90810005')
  await expect(page.getByLabel('Code secret à 4 chiffres')).toBeVisible()
  await expect(page.getByText(NOT_RECEIVABLE.fr)).toHaveCount(0)
})

test('OTP-4 with the SMS centre down the page does not say that a code was sent, and it can be retried', async ({ page, request }) => {
  await choose(page, { msisdn: '90810006', amount: 600, method: 'SmartCash' })
  await silenceFor(request, '90810007', 1)
  await page.getByLabel('Numéro enregistré').fill('90810007')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByText(/Le centre SMS ne répond pas/)).toBeVisible()
  await expect(page.getByText(SENT.fr)).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Envoyer un autre code' }).click()
  await expect(page.getByText(SENT.fr)).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill(await payersIn(request).codeFor('90810007'))
  await expect(page.getByLabel('Code secret à 4 chiffres')).toBeVisible()
})
