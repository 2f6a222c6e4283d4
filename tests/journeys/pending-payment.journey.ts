import { expect, scripted, test } from '../support/journey.ts'
import { chooseAirtime } from '../support/shop-window.ts'
import { choose, expectHeading, payersIn, push } from '../support/wallet-steps.ts'

const HOME_NOTICE = 'Aucun paiement en attente'
const WITHOUT_ID = ['/payment', '/payment/', '/payment/foo', '/payment/foo/bar', '/payment/start', '/payment/start/nothing']

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('HUB-6 ROUTE-1 every address of the hub without an id opens what the visit has still to pay', async ({ page }) => {
      const msisdn = javaScriptEnabled ? '90810001' : '90810002'
      await chooseAirtime(page, { msisdn, amount: 700, isScripted: javaScriptEnabled })
      const hub = new URL(page.url())
      for (const address of WITHOUT_ID) {
        await page.goto(address)
        await expect(page).toHaveURL(hub.pathname + hub.search)
      }
      await page.goto('/payment/start/smartcash')
      await expect(page).toHaveURL(`/payment/start/smartcash${hub.search}`)
      await page.goto('/payment/start/card?purchase=AAAAAAAAAAAAAAAAAAAAAA')
      await expect(page).toHaveURL(hub.pathname + hub.search)
      await expect(page.getByRole('region', { name: 'Votre achat' })).toContainText('700 F')
    })
  })
}

test('HUB-5 ROUTE-1 a visit that has nothing to pay is led home and told why', async ({ page }) => {
  for (const address of WITHOUT_ID) {
    await page.goto(address)
    await expect(page.getByText(HOME_NOTICE)).toBeVisible()
  }
})

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

test('HUB-6 a form that was sent for a purchase that is gone pays nothing else', async ({ page }) => {
  await chooseAirtime(page, { msisdn: '90810021', amount: 900 })
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  const hub = new URL(page.url())
  await page.locator('form[data-purchase]').evaluate((form: HTMLFormElement) => {
    form.action = '/payment/start/card?purchase=AAAAAAAAAAAAAAAAAAAAAA'
    form.submit()
  })
  await expect(page).toHaveURL(hub.pathname + hub.search)
  await expect(page.getByText('SANDBOX')).toHaveCount(0)
})
