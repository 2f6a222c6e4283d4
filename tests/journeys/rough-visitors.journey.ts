import { expect, scripted, test } from '../support/journey.ts'
import { chooseAirtime, creditsTo, ledgerOf, payByCard, chooseGateway } from '../support/buying-steps.ts'

const capturesOf = (ledger: Awaited<ReturnType<typeof ledgerOf>>, amount: number) =>
  ledger.filter((entry) => entry.kind === 'capture' && entry.amount === amount).length

test('F19 refresh and Back on every page of a payment charge nothing twice and lose nothing', async ({ page, request }) => {
  const msisdn = '91777001'
  await chooseAirtime(page, { msisdn, amount: 777 })
  for (const method of ['card', 'tenere-money', 'smartcash', 'mpesa']) {
    await page.goto(page.url().replace(/start\/[a-z-]+/, `start/${method}`))
    await page.reload()
    await expect(page.getByRole('region', { name: 'Votre achat' })).toContainText('777')
  }
  await page.goto(page.url().replace(/start\/[a-z-]+/, 'start/card'))
  await scripted(page)
  const hub = page.url()
  await chooseGateway(page, 'DPO Pay')
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  await page.getByRole('button', { name: /^Payer/ }).click()
  await expect(page.getByText('SANDBOX').first()).toBeVisible()
  await page.reload()
  await page.goto(hub)
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi')
  const result = page.url()
  await page.goBack()
  await expect(page).toHaveURL(/\/prepaid-recharge$/)
  await page.goto(result)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi')
  expect(await creditsTo(request, msisdn)).toEqual([777])
  expect(capturesOf(await ledgerOf(request), 777)).toBe(1)
})

test.describe('F24', () => {
  test.use({ failsOnPageErrors: false })

  test('F24 a browser without cookies pays once, and sees the result masked, as without a visit', async ({ page, context, request }) => {
    await context.route('**/*', async (route) => {
      await context.clearCookies()
      await route.continue({ headers: { ...route.request().headers(), cookie: '' } })
    })
    const msisdn = '91777002'
    await page.goto('/prepaid-recharge')
    await scripted(page)
    await page.getByLabel('Numéro de mobile').fill(msisdn)
    await page.getByRole('textbox', { name: 'Montant' }).fill('778')
    await page.getByRole('button', { name: 'Acheter du crédit' }).click()
    await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
    await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
    await expect(page.getByText('91 •• •• 02').first()).toBeVisible()
    expect(await creditsTo(request, msisdn)).toEqual([778])
    expect(capturesOf(await ledgerOf(request), 778)).toBe(1)
  })

  test('F24 where no script of ours loads, the pages are the plain forms, and the purchase is paid once', async ({ page, request }) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    const msisdn = '91777003'
    await chooseAirtime(page, { msisdn, amount: 779, isScripted: false })
    await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
    await expect.poll(() => creditsTo(request, msisdn), { timeout: 20_000 }).toEqual([779])
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 1_000 })
    }).toPass({ timeout: 20_000 })
  })
})
