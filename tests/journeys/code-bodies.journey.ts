import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { choose } from '../support/wallet-steps.ts'

/** GEN-7: the encrypted number in place of the number. */
const SEALED = expect.stringMatching(/^sealed\./) as unknown

/** The body of a request for a code. */
async function askedWith(page: Page, button: string): Promise<unknown> {
  const asked = page.waitForRequest((request) => request.method() === 'POST' && /send-otp/.test(request.url()))
  await page.getByRole('button', { name: button }).click()
  const request = await asked
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
  return { call: new URL(request.url()).pathname.replace('/orp/bfe/api/portal-service/', ''), body: request.postDataJSON() as unknown }
}

test('API-9 SmartCash asks for its code with data.msisdn', async ({ page }) => {
  await choose(page, { msisdn: '90690001', amount: 600, method: 'SmartCash' })
  await page.getByLabel('Numéro enregistré').fill('90690002')
  expect(await askedWith(page, 'Continuer')).toEqual({ call: 'otp/v1/send-otp', body: { data: { msisdn: SEALED } } })
})

test('API-9 a balance is begun with msisdn and requestType', async ({ page }) => {
  await page.goto('/check-balance')
  await scripted(page)
  await page.getByLabel('Numéro').fill('90690003')
  expect(await askedWith(page, 'Recevoir le code par SMS')).toEqual({
    call: 'subscriber/v1/send-otp-hbb',
    body: { msisdn: SEALED, requestType: 'BALANCE' },
  })
})
