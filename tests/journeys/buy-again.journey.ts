import type { Page } from '@playwright/test'
import { API_PREFIX } from '../../src/calls/addresses.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, scripted, test } from '../support/journey.ts'
import { creditsTo } from '../support/buying-steps.ts'
import { choose, expectHeading, PAID, payersIn, push } from '../support/wallet-steps.ts'

const AGAIN = /^Recharger encore/

/** The visit's last typed number is another one. */
async function typeOther(page: Page, portal: string, msisdn: string): Promise<void> {
  const data = { type: 'prepaid', msisdn }
  const answer = await page.request.post(`${portal}${API_PREFIX}/visit/v1/prefill`, { data, headers: { origin: portal } })
  expect(answer.ok()).toBe(true)
}

async function expectReceiptAgain(page: Page, { line, payer }: { line: RegExp; payer: string }): Promise<void> {
  await expect(page).toHaveURL(/\/payment\/start\/tenere-money\?purchase=[\w-]{22}&again=[\w-]{22}$/)
  await expect(page.getByText(line).first()).toBeVisible()
  await expect(page.getByText(/1.150.F/).first()).toBeVisible()
  await expect(page.getByLabel('Numéro de mobile')).toHaveValue(payer)
  // Six digits: the random ids of an address contain shorter runs of digits by chance.
  expect(page.url()).not.toMatch(/90.?77.?61/)
}

test('PAID-2 "Buy again" repeats the receipt, number, amount and way, in two taps, whatever was typed since', async ({
  page,
  portal,
  request,
}) => {
  const line = '90776101'
  await choose(page, { msisdn: line, amount: 1150, method: 'Ténéré Money' })
  await push(page, '90776102')
  const payers = payersIn(request)
  await payers.answerPrompt('90776102', { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  const status = page.url()
  await typeOther(page, portal, '90776199')
  const shown = { line: /90.77.61.01/, payer: '90 77 61 02' }

  await page.goto(status)
  await page.getByRole('button', { name: AGAIN }).click()
  await expectReceiptAgain(page, shown)
  await expectAccessible(page)
  await page.reload()
  await expectReceiptAgain(page, shown)
  await page.goBack()
  await expectHeading(page, PAID)
  await typeOther(page, portal, '90776198')
  await page.goto(status.replace('status?id=', 'receipt/'))
  await expectAccessible(page)
  await page.getByRole('button', { name: AGAIN }).click()
  await expectReceiptAgain(page, shown)
  await scripted(page)
  await page.getByRole('button', { name: /^(Envoyer|Payer)/ }).click()
  await expect(page).toHaveURL(/\/payment\/status\?id=/)
  await payers.answerPrompt('90776102', { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  await expect.poll(() => creditsTo(request, line)).toEqual([1150, 1150])
  expect(await creditsTo(request, '90776199')).toEqual([])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('PAID-2 LINK-2 another visitor of a receipt is asked for a number, and neither theirs nor the receipt’s is filled in', async ({
    page,
    browser,
    portal,
    request,
  }) => {
    const owner = await (await browser.newContext({ baseURL: portal, locale: 'fr-FR', javaScriptEnabled: true })).newPage()
    await choose(owner, { msisdn: '90776201', amount: 1250, method: 'Ténéré Money' })
    await push(owner, '90776202')
    await payersIn(request).answerPrompt('90776202', { answer: 'accept', pin: '1234' })
    await expectHeading(owner, PAID)
    await typeOther(page, portal, '90776299')
    for (const address of [owner.url(), owner.url().replace('status?id=', 'receipt/')]) {
      await page.goto(address)
      await page.getByRole('button', { name: AGAIN }).click()
      await expect(page).toHaveURL(/\/prepaid-recharge\?msisdn=&amount=1250$/)
      await expect(page.getByLabel('Numéro de mobile')).toHaveValue('')
      await expect(page.getByRole('textbox', { name: 'Montant' })).toHaveValue(/1.?250/)
    }
    // The owner’s URL reveals nothing about the payer to another visitor.
    await owner.getByRole('button', { name: AGAIN }).click()
    await expect(owner.getByLabel('Numéro de mobile')).toHaveValue('90 77 62 02')
    await page.goto(owner.url())
    await expect(page.getByLabel('Numéro de mobile')).not.toHaveValue(/62/)
    await owner.context().close()
  })
})
