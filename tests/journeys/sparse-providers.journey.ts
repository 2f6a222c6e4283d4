import { expect, test } from '../support/journey.ts'
import { chooseAirtime, creditsTo, payByCard, sharedSandbox } from '../support/shop-window.ts'
import { choose, enterPin, expectHeading, PAID, payersIn, proveNumber, push } from '../support/wallet-steps.ts'

// Both dialects are legal: whatever else is walked meanwhile must not notice which one is spoken.
const FACES = ['paystack', 'dpo', 'tingg', 'money', 'smartcash', 'daraja']

for (const [moment, dialect] of [
  [test.beforeAll, 'sparse'],
  [test.afterAll, 'strict'],
] as const)
  moment(async ({ request }) => {
    for (const face of FACES)
      expect(
        (await request.post(`${sharedSandbox()}/control/dialect`, { data: { face, dialect } })).ok(),
        `${face} speaks ${dialect}`,
      ).toBe(true)
  })

for (const [position, gateway] of ['DPO Pay', 'Paystack', 'Tingg'].entries()) {
  test(`CARD-2 ${gateway} tells no more than its document requires, and the card pays once`, async ({ page, request }) => {
    const msisdn = `9112220${position}`
    await chooseAirtime(page, { msisdn, amount: 1000 })
    await payByCard(page, { gateway, card: 'pays' })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
    expect(await creditsTo(request, msisdn)).toEqual([1000])
  })
}

test('MM-2 a wallet tells no more than the standard requires, and the request on the phone pays once', async ({ page, request }) => {
  await choose(page, { msisdn: '90612201', amount: 700, method: 'Ténéré Money' })
  await push(page, '90612202')
  await payersIn(request).answerPrompt('90612202', { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  expect(await creditsTo(request, '90612201')).toEqual([700])
  expect(await payersIn(request).moneyOf('90612202')).toEqual({ captured: 700, refunded: 0 })
})

test('SC-1 SmartCash tells no more than the standard requires, and the PIN pays once', async ({ page, request }) => {
  await choose(page, { msisdn: '90612211', amount: 600, method: 'SmartCash' })
  await proveNumber(page, payersIn(request), '90612212')
  await enterPin(page, '1234')
  await expectHeading(page, PAID)
  expect(await creditsTo(request, '90612211')).toEqual([600])
  expect(await payersIn(request).moneyOf('90612212')).toEqual({ captured: 600, refunded: 0 })
})

test('MP-1 M-PESA tells no more than a client needs, and the request on the phone pays once', async ({ page, request }) => {
  await choose(page, { msisdn: '90612221', amount: 500, method: 'MPESA' })
  await page.getByLabel('Numéro de mobile').fill('90612222')
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  await page.getByRole('button', { name: /^Payer/ }).click()
  await expect(page).toHaveURL(/\/payment\/status\?id=/)
  await payersIn(request).answerPrompt('90612222', { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  expect(await creditsTo(request, '90612221')).toEqual([500])
})
