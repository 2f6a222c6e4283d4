import { expect, scripted, test } from '../support/journey.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { answerCode, codeFor, codeIn, expectInTheEnd, fillDetails, openDetails } from '../support/lead-steps.ts'
import { CARDS, smsTo, chooseGateway } from '../support/buying-steps.ts'
import { expectHeading, PAID } from '../support/wallet-steps.ts'

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('LEAD-7 a request that does not exist is said plainly, after a code', async ({ page, request }) => {
    await page.goto('/hbb-lead-status')
    await page.getByRole('button', { name: 'Voir l’avancement' }).click()
    await expect(page.getByText('Saisissez le numéro de la demande')).toBeVisible()
    await page.getByLabel('Numéro de la demande').fill('SL-0000000000')
    await page.getByLabel('Numéro de contact').fill('92000006')
    await page.getByRole('button', { name: 'Voir l’avancement' }).click()
    await answerCode(page, request, '92000006')
    await page.getByRole('button', { name: 'Valider le code' }).click()
    await expect(page.getByText('Aucune demande ne correspond à ces informations.')).toBeVisible()
    await expect(page.getByLabel('Numéro de la demande')).toHaveValue('SL-0000000000')
  })
})

test('LEAD-7 another browser follows a request with a code; the operator’s progress is shown in words', async ({
  page,
  browser,
  request,
  portal,
}) => {
  // A number receives one code a minute: the second one has to wait for it.
  test.setTimeout(180_000)
  await openDetails(page)
  await fillDetails(page, { msisdn: '92000007', town: 'Niamey' })
  await page.getByRole('button', { name: 'Continuer' }).click()
  const first = await codeFor(request, '92000007')
  await page.getByLabel('Code à 6 chiffres').fill(first)
  const leadId = (await page.getByRole('dialog', { name: 'Bonne nouvelle' }).getByText(/^SL-/).textContent()) ?? ''
  const other = await (await browser.newContext({ baseURL: portal, viewport: { width: 1440, height: 900 } })).newPage()
  await expect(async () => {
    await other.goto('/hbb-lead-status')
    await scripted(other)
    await other.getByLabel('Numéro de la demande').fill(leadId)
    await other.getByLabel('Numéro de contact').fill('92000007')
    await other.getByRole('button', { name: 'Voir l’avancement' }).click()
    await expect.poll(async () => codeIn(await smsTo(request, '92000007')), { timeout: 4_000 }).not.toBe(first)
  }).toPass({ timeout: 120_000, intervals: [15_000] })
  await other.getByLabel('Code à 6 chiffres').fill(codeIn(await smsTo(request, '92000007')))
  await expectInTheEnd(other.getByText('Nous avons votre demande et vous appellerons.').first()).toBeVisible()
  await expect(other.getByRole('listitem').filter({ hasText: 'Acceptée' })).toContainText('à venir')
  await expect(other.getByText(/Contact 92.••.••.07/)).toBeVisible()
  await expectAccessible(other)
  await other.context().close()
})

test('LEAD-7 the browser that sent a request finds its number filled in, and the payment as a step', async ({ page, request }) => {
  await openDetails(page, /Essentiel/)
  await fillDetails(page, { msisdn: '92000041', town: 'Dosso' })
  await page.getByRole('button', { name: 'Continuer' }).click()
  await answerCode(page, request, '92000041')
  await expectInTheEnd(page.getByRole('link', { name: 'Aller au paiement' })).toBeVisible()
  const follow = async () => {
    await page.goto('/hbb-lead-status')
    await scripted(page)
    await expect(page.getByLabel('Numéro de la demande')).toHaveValue(/^SL-/)
    await page.getByLabel('Numéro de contact').fill('92000041')
    await page.getByRole('button', { name: 'Voir l’avancement' }).click()
    await expectInTheEnd(page.getByRole('heading', { name: /^Demande SL-/ })).toBeVisible()
  }
  await follow()
  await expect(page.getByRole('listitem').filter({ hasText: 'À payer' })).toContainText('à venir')
  await page.goto('/payment/start')
  await chooseGateway(page, 'DPO Pay')
  await page.getByRole('button', { name: /^Payer 35.000/ }).click()
  await page.locator(`button[name=card][value="${CARDS.pays}"]`).click()
  await expectHeading(page, PAID)
  await follow()
  await expect(page.getByRole('listitem').filter({ hasText: 'Payée' })).toContainText('fait')
  await expect(page.getByText('À payer')).toHaveCount(0)
})
