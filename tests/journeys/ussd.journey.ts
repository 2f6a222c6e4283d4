import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { creditsTo, sharedSandbox, smsTo } from '../support/buying-steps.ts'
import { payersIn } from '../support/wallet-steps.ts'

/** The test phone of a number: it dials, and answers what its screen shows. */
function phoneOf(page: Page, msisdn: string) {
  const screen = page.getByRole('dialog').locator('#ussd-text')
  return {
    screen,
    async dial(code: string) {
      await page.goto(`${sharedSandbox()}/handset/${msisdn}?tab=dial`)
      await page.getByLabel('Composer un code').fill(code)
      await page.getByRole('button', { name: 'Appeler' }).click()
    },
    async answer(input: string, shows: RegExp) {
      await page.getByLabel('Votre réponse').fill(input)
      await page.getByRole('button', { name: 'Envoyer' }).click()
      await expect(screen).toHaveText(shows)
    },
    hangUp: () => page.getByRole('button', { name: 'Annuler' }).click(),
  }
}

test('USSD-4 USSD-6 a phone without data recharges itself: menu, cut session, request of the wallet, receipt by SMS', async ({
  page,
  request,
}) => {
  const msisdn = '90670001'
  const phone = phoneOf(page, msisdn)
  await phone.dial('*222#')
  await expect(phone.screen).toHaveText(/Ténéré Mobile\s*1 Recharger\s*2 Forfaits/)
  await phone.answer('1', /1 Ma ligne 90670001/)
  await phone.answer('1', /Tapez le montant/)
  await phone.hangUp()
  await phone.dial('*222#')
  await expect(phone.screen).toHaveText(/Session coupée : Recharger/)
  await phone.answer('1', /Tapez le montant/)
  await phone.answer('650', /Recharge de 650 F pour le 90670001\s*1 Payer par Ténéré Money/)
  await phone.answer('1', /Validez la demande Ténéré Money.*Un SMS suit/s)
  await payersIn(request).answerPrompt(msisdn, { answer: 'accept', pin: '1234' })
  await expect.poll(() => creditsTo(request, msisdn), { timeout: 30_000 }).toEqual([650])
  expect(await payersIn(request).moneyOf(msisdn)).toEqual({ captured: 650, refunded: 0 })
  // The link when it was requested, and the receipt at delivery.
  await expect.poll(async () => (await smsTo(request, msisdn)).length, { timeout: 30_000 }).toBe(2)
  await phone.dial('*222*5#')
  await expect(phone.screen).toHaveText(/650 F pour le 90670001\s*Payé et livré\./)
  const [link] = (await smsTo(request, msisdn)).flatMap((text) => /http\S+\/payment\/status\?id=\S+/.exec(text) ?? [])
  await page.goto(link ?? '')
  await expect(page.getByText('650 F').first()).toBeVisible()
})

test('USSD-4 a bundle is paid with airtime, another line is recharged, and what is dialled never pays by itself', async ({
  page,
  request,
}) => {
  const msisdn = '90670011'
  const phone = phoneOf(page, msisdn)
  await phone.dial('*222*4#')
  await expect(phone.screen).toHaveText(/Ligne 90670011\s*Crédit : /)
  await phone.dial('*222*2*1*1*1*1*2#')
  await expect(phone.screen).toHaveText(/F pour le 90670011\s*1 Payer par Ténéré Money\s*2 Payer avec mon crédit/)
  await phone.answer('2', /Un SMS suit/)
  await phone.dial('*222*1*2*90670012*700#')
  await expect(phone.screen).toHaveText(/Recharge de 700 F pour le 90670012/)
  await phone.answer('1', /Validez la demande/)
  await payersIn(request).answerPrompt(msisdn, { answer: 'accept', pin: '1234' })
  await expect.poll(() => creditsTo(request, '90670012'), { timeout: 30_000 }).toEqual([700])
  await phone.dial('*145#')
  await expect(page.getByRole('dialog')).toContainText('code IHM non valide')
})
