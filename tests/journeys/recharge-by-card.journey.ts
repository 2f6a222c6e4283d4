import { expect, scripted, test } from '../support/journey.ts'
import { chooseAirtime, creditsTo, ledgerOf, payByCard, smsTo } from '../support/buying-steps.ts'

for (const [position, gateway] of ['DPO Pay', 'Paystack', 'Tingg', 'UBA'].entries()) {
  test(`CARD-2 airtime paid by card through ${gateway} reaches the line once, with a receipt and an SMS`, async ({ page, request }) => {
    const msisdn = `9111110${position}`
    await chooseAirtime(page, { msisdn, amount: 1000 })
    await payByCard(page, { gateway, card: 'pays' })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
    await expect(page.getByText(/^1.000.F sont sur le .* Un SMS le confirme\.$/)).toBeVisible()
    expect(await creditsTo(request, msisdn)).toEqual([1000])
    await expect.poll(async () => (await smsTo(request, msisdn)).join()).toContain('de credit livres au')
    await page.getByRole('link', { name: 'Retour' }).click()
    await expect(page).toHaveURL(/\/prepaid-recharge$/)
  })
}

test('STAT-1 a declined card says so, that nothing was charged, and the purchase can be paid again', async ({ page, request }) => {
  const msisdn = '91111120'
  await chooseAirtime(page, { msisdn, amount: 500 })
  const hub = page.url()
  await payByCard(page, { gateway: 'DPO Pay', card: 'declined' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Paiement non abouti', { timeout: 20_000 })
  await expect(page.getByText('Rien n’a été débité').first()).toBeVisible()
  expect(await creditsTo(request, msisdn)).toEqual([])
  await page.goto(hub)
  await payByCard(page, { gateway: 'UBA', card: 'pays' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
  expect(await creditsTo(request, msisdn)).toEqual([500])
})

test('CARD-3 CARD-4 cancelling on the page of a gateway charges nothing, and another way may be taken at once', async ({
  page,
  request,
}) => {
  const msisdn = '91111140'
  await chooseAirtime(page, { msisdn, amount: 500 })
  await payByCard(page, { gateway: 'DPO Pay', card: 'cancel' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Vous avez quitté le paiement|Paiement non abouti/)
  expect(await creditsTo(request, msisdn)).toEqual([])
  await page.getByRole('link', { name: 'Payer autrement' }).click()
  await payByCard(page, { gateway: 'UBA', card: 'pays' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
  expect(await creditsTo(request, msisdn)).toEqual([500])
})

test('CARD-5 a card that is declined on the page of Tingg is said with its reason', async ({ page }) => {
  await chooseAirtime(page, { msisdn: '91111142', amount: 500 })
  await payByCard(page, { gateway: 'Tingg', card: 'declined' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Paiement non abouti', { timeout: 20_000 })
  await expect(page.getByText('La carte a été refusée par sa banque.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Payer autrement' })).toBeVisible()
})

test('CARD-2 the popup that is closed charges nothing, is opened again, and pays once', async ({ page, request }) => {
  const msisdn = '91111131'
  await chooseAirtime(page, { msisdn, amount: 600 })
  await payByCard(page, { gateway: 'Paystack', card: 'cancel' })
  await expect(page.getByText('Vous avez fermé la fenêtre de paiement.')).toBeVisible()
  await payByCard(page, { gateway: 'Paystack', card: 'pays' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
  expect(await creditsTo(request, msisdn)).toEqual([600])
})

test('F19 S5 PRE-3 paying a purchase a second time does not charge a second time', async ({ page, request }) => {
  const msisdn = '91111122'
  await chooseAirtime(page, { msisdn, amount: 700 })
  const hub = page.url()
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
  await page.goto(hub)
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  await page.getByRole('button', { name: /^Payer/ }).click()
  await expect(page).toHaveURL(/\/payment\/status\?id=/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi')
  expect(await creditsTo(request, msisdn)).toEqual([700])
})

test('F23 abuse 37 S7 STAT-2 the link works again later, and shows no number to other visitors', async ({ page, browser, portal }) => {
  await chooseAirtime(page, { msisdn: '91111123', amount: 700 })
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await expect(page.getByText('91 11 11 23').first()).toBeVisible()
  const stranger = await browser.newContext({ baseURL: portal })
  const other = await stranger.newPage()
  await other.goto(page.url())
  await expect(other.getByText('91 •• •• 23').first()).toBeVisible()
  await expect(other.getByText('91 11 11 23')).toHaveCount(0)
  await stranger.close()
})

test('STAT-2 a return with channel and gateway finds its payment by the gateway’s reference', async ({ page, request }) => {
  const msisdn = '91111132'
  await chooseAirtime(page, { msisdn, amount: 700 })
  await payByCard(page, { gateway: 'Paystack', card: 'pays' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
  const paid = page.url()
  const capture = (await ledgerOf(request)).find((entry) => entry.face === 'paystack' && entry.kind === 'capture' && entry.amount === 700)
  await page.goto(`/payment/status?channel=whatsapp&pg=paystack&reference=${capture?.ourReference}`)
  await expect(page).toHaveURL(paid)
  await page.goto('/payment/status?channel=whatsapp&pg=paystack&reference=NOBODYKNOWS2')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nous ne connaissons pas ce paiement')
})

test('CARD-1 a missing or wrong e-mail is explained, a likely mistake is pointed out', async ({ page }) => {
  await chooseAirtime(page, { msisdn: '91111125', amount: 700 })
  await scripted(page)
  await page.getByRole('button', { name: /^Payer/ }).click()
  await expect(page.getByText('Saisissez une adresse e-mail')).toBeVisible()
  await page.getByLabel('Adresse e-mail').fill('amina@gmial.com')
  await page.getByRole('button', { name: /^Payer/ }).focus()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('airtime is chosen, paid and delivered by plain forms, and the status page renews itself', async ({ page, request }) => {
    const msisdn = '91111126'
    await chooseAirtime(page, { msisdn, amount: 900, isScripted: false })
    await payByCard(page, { gateway: 'Paystack', card: 'pays', isScripted: false })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 30_000 })
    expect(await creditsTo(request, msisdn)).toEqual([900])
  })
})
