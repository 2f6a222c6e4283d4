import { expect, scripted, test } from '../support/journey.ts'
import { choose, expectHeading, payersIn, push } from '../support/wallet-steps.ts'

const HOME_NOTICE = 'Aucun paiement en attente'

test('HUB-6 while a request waits on a phone the hub leads there; once it is paid nothing is pending', async ({ page, request }) => {
  await choose(page, { msisdn: '90810011', amount: 700, method: 'Ténéré Money' })
  await push(page, '90810012')
  const status = page.url()
  for (const address of ['/payment', '/payment/start', '/payment/start/card', '/payment/foo']) {
    await page.goto(address)
    await expect(page).toHaveURL(status)
  }
  await scripted(page)
  await payersIn(request).answerPrompt('90810012', { answer: 'accept', pin: '1234' })
  await expectHeading(page, 'Merci, c’est réussi')
  await page.goto('/payment')
  await expect(page.getByText(HOME_NOTICE)).toBeVisible()
})
