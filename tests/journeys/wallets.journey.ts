import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { creditsTo, sharedSandbox, smsTo } from '../support/buying-steps.ts'
import { choose, chooseMethod, enterPin, expectHeading, NOT_PAID, PAID, payersIn, proveNumber, push } from '../support/wallet-steps.ts'

/** A bundle, which airtime may pay for. */
async function chooseBundle(page: Page, msisdn: string): Promise<number> {
  await page.goto(`/data-bundle?msisdn=${msisdn}`)
  await scripted(page)
  await page
    .getByRole('button', { name: /^Acheter/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  await scripted(page)
  // The address changes a moment before the page does.
  const sum = page.getByRole('region', { name: 'Votre achat' }).locator('strong')
  return Number((await sum.innerText()).replace(/\D/g, ''))
}

test('MM-2 a request on the phone is coached, accepted there, and delivered once', async ({ page, request }) => {
  await choose(page, { msisdn: '90610001', amount: 700, method: 'Ténéré Money' })
  await push(page, '90610002')
  await expect(page.getByRole('heading', { name: 'Paiement en attente' })).toBeVisible()
  await expect(page.getByText('Prenez le téléphone du 90 61 00 02')).toBeVisible()
  await expect(page.getByText('« 700 F à Ténéré Mobile »')).toBeVisible()
  await expect(page.getByRole('link', { name: /Composez le \*145#/ })).toHaveAttribute('href', 'tel:*145%23')
  await payersIn(request).answerPrompt('90610002', { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  expect(await creditsTo(request, '90610001')).toEqual([700])
  expect(await payersIn(request).moneyOf('90610002')).toEqual({ captured: 700, refunded: 0 })
})

test('MSG-1 both phones hear of a recharge that a wallet pays for another line: the payer what was paid, the line what it received', async ({
  page,
  request,
}) => {
  await choose(page, { msisdn: '90610011', amount: 650, method: 'Ténéré Money' })
  await push(page, '90610012')
  await expect(page.getByText('ce lien reste valable, et vous donne le résultat')).toBeVisible()
  await payersIn(request).answerPrompt('90610012', { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  await expect
    .poll(() => smsTo(request, '90610012'))
    .toEqual([expect.stringMatching(/vous avez paye 650 F CFA, le credit est sur le 90610011/)])
  await expect.poll(() => smsTo(request, '90610011')).toEqual([expect.stringMatching(/650 F CFA de credit livres au 90610011/)])
  await page.goto(`${sharedSandbox()}/handset/90610012`)
  await expect(page.getByText('vous avez paye 650 F CFA')).toBeVisible()
})

test('MM-2 a request that is declined on the phone charges nothing, and the purchase is paid another way', async ({ page, request }) => {
  await choose(page, { msisdn: '90620001', amount: 800, method: 'Ténéré Money' })
  await push(page, '90620002')
  await payersIn(request).answerPrompt('90620002', { answer: 'decline' })
  await expectHeading(page, NOT_PAID)
  await expect(page.getByText('Rien n’a été débité').first()).toBeVisible()
  await page.getByRole('link', { name: 'Payer autrement' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  expect(await creditsTo(request, '90620001')).toEqual([])
})

test('MM-2 a request that still waits when another method pays is given back when it is accepted later', async ({ page, request }) => {
  const payers = payersIn(request)
  await choose(page, { msisdn: '90650001', amount: 850, method: 'Ténéré Money' })
  const hub = page.url()
  await push(page, '90650002')
  await expectHeading(page, 'Paiement en attente')
  await page.goto(hub)
  await scripted(page)
  await expect(page.getByText('Une demande attend encore sur le téléphone 90 65 00 02.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Voir cette demande' })).toHaveAttribute('href', /\/payment\/status\?id=/)
  await chooseMethod(page, 'SmartCash')
  await proveNumber(page, payers, '90650003')
  await enterPin(page, '1234')
  await expectHeading(page, PAID)
  await payers.answerPrompt('90650002', { answer: 'accept', pin: '1234' })
  await expect.poll(() => payers.moneyOf('90650002'), { timeout: 30_000 }).toEqual({ captured: 850, refunded: 850 })
  await page.reload()
  await expect(page.getByText('Vous aviez aussi payé une deuxième fois : ce paiement vous a été rendu.')).toBeVisible({ timeout: 30_000 })
  expect(await payers.moneyOf('90650003')).toEqual({ captured: 850, refunded: 0 })
  expect(await creditsTo(request, '90650001')).toEqual([850])
})

test('F19 MM-2 a return to a pending wallet request finds the same one, and pays once', async ({ page, request }) => {
  const payers = payersIn(request)
  await choose(page, { msisdn: '90650011', amount: 550, method: 'Ténéré Money' })
  const hub = page.url()
  await push(page, '90650012')
  const status = page.url()
  await page.goto('/')
  await page.goto(hub)
  await scripted(page)
  await push(page, '90650012')
  expect(page.url()).toBe(status)
  expect(await payers.waitingPrompts('90650012')).toHaveLength(1)
  await page.goto('/')
  await payers.answerPrompt('90650012', { answer: 'accept', pin: '1234' })
  await page.goto(status)
  await expectHeading(page, PAID)
  expect(await payers.moneyOf('90650012')).toEqual({ captured: 550, refunded: 0 })
  expect(await creditsTo(request, '90650011')).toEqual([550])
})

test('MM-2 a payer whose balance is too small is told why, and that nothing was charged', async ({ page, request }) => {
  await choose(page, { msisdn: '90630002', amount: 900, method: 'Ténéré Money' })
  await push(page, '99000002')
  await expectHeading(page, NOT_PAID)
  await expect(page.getByText('Le solde n’est pas suffisant.')).toBeVisible()
  await expect(page.getByText('Rien n’a été débité').first()).toBeVisible()
  expect(await creditsTo(request, '90630002')).toEqual([])
})

for (const payer of ['99000012', '99000013']) {
  test(`MM-2 payer ${payer}, whose notices come too often or too early, pays once`, async ({ page, request }) => {
    const msisdn = `9064${payer.slice(-4)}`
    await choose(page, { msisdn, amount: 650, method: 'Ténéré Money' })
    await push(page, payer)
    await expectHeading(page, PAID)
    expect(await creditsTo(request, msisdn)).toEqual([650])
  })
}

test('SC-1 a code, a wrong PIN, the right one: paid once, and the PIN is in no address or storage', async ({ page, request }) => {
  await choose(page, { msisdn: '90660001', amount: 600, method: 'SmartCash' })
  await proveNumber(page, payersIn(request), '90660002')
  await enterPin(page, '9876')
  await expect(page.getByText('Code secret incorrect.')).toBeVisible()
  await expect(page.getByText('Encore 4 essais.')).toBeVisible()
  await expect(page.getByText('Personne chez Ténéré Mobile ne vous demande jamais votre code secret')).toBeVisible()
  await enterPin(page, '1234')
  await expectHeading(page, PAID)
  expect(await creditsTo(request, '90660001')).toEqual([600])
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), location.href, document.cookie]),
  )
  expect(kept).not.toMatch(/9876|1234/)
})

test('SC-1 1006: a locked wallet says whom to call and what to dial', async ({ page, request }) => {
  await choose(page, { msisdn: '90670001', amount: 600, method: 'SmartCash' })
  await proveNumber(page, payersIn(request), '90000006')
  await expect(page.getByText(/Votre portefeuille est bloqué.*Appelez le [0-9]+, ou composez [*#0-9]+/)).toBeVisible()
})

test('AIR-1, AIR-2 a balance that is enough is asked about, then pays a bundle', async ({ page, request }) => {
  const price = await chooseBundle(page, '90680001')
  await chooseMethod(page, 'Crédit')
  await page.getByLabel('Numéro de mobile').fill('90680002')
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill(await payersIn(request).codeFor('90680002'))
  await expect(page.getByRole('heading', { name: 'Êtes-vous sûr ?' })).toBeVisible()
  await page.getByRole('button', { name: 'Oui' }).click()
  await expectHeading(page, PAID)
  expect(await payersIn(request).moneyOf('90680002')).toEqual({ captured: price, refunded: 0 })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  async function choosePlainly(page: Page, msisdn: string): Promise<void> {
    await page.goto(`/prepaid-recharge?msisdn=${msisdn}&amount=500`)
    await page.getByRole('button', { name: 'Acheter du crédit' }).click()
    await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  }

  test('S6 MM-2 a request is sent, and the status page asks again by itself', async ({ page, request }) => {
    await choosePlainly(page, '90690001')
    await page.getByRole('link', { name: 'Ténéré Money' }).click()
    await push(page, '90690002')
    await payersIn(request).answerPrompt('90690002', { answer: 'accept', pin: '1234' })
    await expectHeading(page, PAID)
    expect(await creditsTo(request, '90690001')).toEqual([500])
  })

  test('AIR-1, AIR-2 number, code, question and payment are plain pages; too small a balance is told what it could buy', async ({
    page,
    request,
  }) => {
    const askForCode = async (payer: string) => {
      await page.goto('/data-bundle?msisdn=90680011')
      await page
        .getByRole('button', { name: /^Acheter/ })
        .first()
        .click()
      await page.getByRole('link', { name: 'Crédit' }).click()
      await page.getByLabel('Numéro de mobile').fill(payer)
      await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
      await page.getByRole('button', { name: 'Continuer' }).click()
      await page.getByLabel('Code à 6 chiffres').fill(await payersIn(request).codeFor(payer))
      await page.getByRole('button', { name: 'Valider le code' }).click()
    }
    await askForCode('90000002')
    await expect(page.getByText('Votre crédit ne semble pas suffisant.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Recharger ce numéro' })).toBeVisible()
    await askForCode('90680012')
    await expect(page.getByRole('heading', { name: 'Êtes-vous sûr ?' })).toBeVisible()
    await page.getByRole('button', { name: 'Oui' }).click()
    await expectHeading(page, PAID)
    const { captured, refunded } = await payersIn(request).moneyOf('90680012')
    expect(captured).toBeGreaterThan(0)
    expect(refunded).toBe(0)
  })

  test('SC-1 the page says that a PIN needs script, and offers the other ways', async ({ page }) => {
    await choosePlainly(page, '90690003')
    await page.getByRole('link', { name: 'SmartCash' }).click()
    await page.getByLabel('Numéro enregistré').fill('90690004')
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page.getByRole('alert')).toContainText('demande JavaScript')
    await expect(page.getByRole('link', { name: 'Carte bancaire' })).toBeVisible()
  })
})

test('MP-1 M-PESA: e-mail and phone, a request on the phone, paid', async ({ page, request }) => {
  await choose(page, { msisdn: '90600001', amount: 500, method: 'M-PESA' })
  await page.getByRole('button', { name: /^Payer/ }).click()
  await expect(page.getByText('Saisissez une adresse e-mail')).toBeVisible()
  await page.getByLabel('Numéro de mobile').fill('90600002')
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  await page.getByRole('button', { name: /^Payer/ }).click()
  await expect(page).toHaveURL(/\/payment\/status\?id=/)
  await payersIn(request).answerPrompt('90600002', { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  expect(await creditsTo(request, '90600001')).toEqual([500])
  // The next purchase of the visit offers the address again, from the server: neither the address nor the purchase in storage carries it.
  await choose(page, { msisdn: '90600001', amount: 500, method: 'M-PESA' })
  await expect(page.getByLabel('Adresse e-mail')).toHaveValue('amina@example.ne')
  await expect(page).not.toHaveURL(/amina/)
  expect(await page.evaluate(() => sessionStorage.getItem('queryData'))).not.toContain('amina')
})
