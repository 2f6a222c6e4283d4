import { expect, test } from '../support/journey.ts'
import { payByCard } from '../support/shop-window.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'
import {
  choose,
  chooseMethod,
  enterPin,
  expectHeading,
  NOT_PAID,
  PAID,
  payersIn,
  proveNumber,
  push,
  UNDER_WAY,
  type Payers,
} from '../support/wallet-steps.ts'

/** A portal and a sandbox of its own: these journeys move the sandbox's clock, which would end what others wait for. */
let own: Promise<RunningPortal> | undefined
let payers: Payers

test.describe.configure({ mode: 'default' })

test.use({
  async portal({ browserName: _anyBrowser, request }, provide) {
    own ??= startPortal()
    const { portalUrl, sandboxUrl } = await own
    payers = payersIn(request, sandboxUrl)
    await provide(portalUrl)
  },
})
test.afterAll(async () => (await own)?.stop())

const CONFIRMING = /en cours de confirmation.*ne devez pas payer de nouveau/
const NOTHING_TAKEN = 'Rien n’a été débité'

test('MM-2 payer 99000004, whose first PIN the phone refuses, enters it again and pays once', async ({ page }) => {
  await choose(page, { msisdn: '90710004', amount: 700, method: 'Ténéré Money' })
  await push(page, '99000004')
  expect((await payers.answerPrompt('99000004', { answer: 'accept', pin: '1234' })).problem).toBe('wrong-pin')
  await expect(page.getByRole('heading', { name: 'Paiement en attente' })).toBeVisible()
  await payers.answerPrompt('99000004', { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  expect(await payers.moneyOf('99000004')).toEqual({ captured: 700, refunded: 0 })
  expect(await payers.creditsTo('90710004')).toEqual([700])
})

test('SC-1 payer 99000004, whose first PIN the wallet refuses, is told how many are left and pays once', async ({ page }) => {
  const before = await payers.moneyOf('99000004')
  await choose(page, { msisdn: '90720004', amount: 800, method: 'SmartCash' })
  await proveNumber(page, payers, '99000004')
  await enterPin(page, '1234')
  await expect(page.getByText('Code secret incorrect. Encore 4 essais.')).toBeVisible()
  await enterPin(page, '1234')
  await expectHeading(page, PAID)
  expect(await payers.moneyOf('99000004')).toEqual({ captured: before.captured + 800, refunded: 0 })
  expect(await payers.creditsTo('90720004')).toEqual([800])
})

test('MM-2 payer 99000006, who never answers, is told that the time is over and pays another way', async ({ page }) => {
  await choose(page, { msisdn: '90710006', amount: 900, method: 'Ténéré Money' })
  await push(page, '99000006')
  await expect(page.getByText('Prenez le téléphone du 99 00 00 06')).toBeVisible()
  await payers.passTime('PT2M10S')
  await expectHeading(page, NOT_PAID)
  await expect(page.getByText('Le temps pour payer est écoulé.')).toBeVisible()
  await expect(page.getByText(NOTHING_TAKEN).first()).toBeVisible()
  await page.getByRole('link', { name: 'Payer autrement' }).click()
  await payByCard(page, { gateway: 'DPO', card: 'pays' })
  await expectHeading(page, PAID)
  expect(await payers.moneyOf('99000006')).toEqual({ captured: 0, refunded: 0 })
  expect(await payers.creditsTo('90710006')).toEqual([900])
})

test('S4 MM-2 payer 99000009, whose provider drops the connection, is neither charged nor let into a second payment', async ({ page }) => {
  await choose(page, { msisdn: '90710009', amount: 950, method: 'Ténéré Money' })
  const hub = page.url()
  await push(page, '99000009')
  await expectHeading(page, UNDER_WAY)
  await expect(page.getByText(CONFIRMING)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Payer autrement' })).toHaveCount(0)
  await page.goto(hub)
  await chooseMethod(page, 'Carte bancaire')
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  await page.getByRole('button', { name: /^Payer/ }).click()
  await expect(page).toHaveURL(/\/payment\/status\?id=/)
  await expect(page.getByText(CONFIRMING)).toBeVisible()
  expect(await payers.moneyOf('99000009')).toEqual({ captured: 0, refunded: 0 })
  expect(await payers.creditsTo('90710009')).toEqual([])
})

test('MM-2 payer 99000010, every answer about whom takes 45 s, is told to wait, and pays once', async ({ page }) => {
  await choose(page, { msisdn: '90710010', amount: 650, method: 'Ténéré Money' })
  await push(page, '99000010')
  await expectHeading(page, UNDER_WAY)
  await expect(page.getByText(CONFIRMING)).toBeVisible()
  // Each answer that is on its way comes as soon as 45 s have passed over there.
  const isPaid = async () => {
    await payers.passTime('PT45S')
    return page.getByRole('heading', { name: PAID }).isVisible()
  }
  await expect.poll(isPaid, { timeout: 40_000 }).toBe(true)
  expect(await payers.moneyOf('99000010')).toEqual({ captured: 650, refunded: 0 })
  expect(await payers.creditsTo('90710010')).toEqual([650])
})

test('F48 MM-2 payer 99000011, who pays after the time is over, gets what was bought, once', async ({ page }) => {
  await choose(page, { msisdn: '90710011', amount: 750, method: 'Ténéré Money' })
  await push(page, '99000011')
  await payers.passTime('PT2M10S')
  await expectHeading(page, NOT_PAID)
  await expect(page.getByText(NOTHING_TAKEN).first()).toBeVisible()
  expect(await payers.moneyOf('99000011')).toEqual({ captured: 0, refunded: 0 })
  await payers.passTime('PT3M')
  await expect.poll(() => payers.creditsTo('90710011')).toEqual([750])
  await page.reload()
  await expectHeading(page, PAID)
  expect(await payers.moneyOf('99000011')).toEqual({ captured: 750, refunded: 0 })
})

test('MM-2 payer 99000011, who meanwhile paid by card, gets the late payment back', async ({ page }) => {
  const before = await payers.moneyOf('99000011')
  await choose(page, { msisdn: '90720011', amount: 450, method: 'Ténéré Money' })
  await push(page, '99000011')
  await payers.passTime('PT2M10S')
  await expectHeading(page, NOT_PAID)
  await page.getByRole('link', { name: 'Payer autrement' }).click()
  await payByCard(page, { gateway: 'DPO', card: 'pays' })
  await expectHeading(page, PAID)
  await payers.passTime('PT3M')
  await expect.poll(() => payers.moneyOf('99000011')).toEqual({ captured: before.captured + 450, refunded: 450 })
  expect(await payers.creditsTo('90720011')).toEqual([450])
  await page.reload()
  await expect(page.getByText('Vous aviez aussi payé une deuxième fois : ce paiement vous a été rendu.')).toBeVisible()
})

test('SC-1 payer 99000011, whose wallet answers to the PIN minutes later, is told to wait, and pays once', async ({ page }) => {
  const before = await payers.moneyOf('99000011')
  await choose(page, { msisdn: '90730011', amount: 350, method: 'SmartCash' })
  await proveNumber(page, payers, '99000011')
  await enterPin(page, '1234')
  await expect(page).toHaveURL(/\/payment\/status\?id=/, { timeout: 25_000 })
  await expect(page.getByText(CONFIRMING)).toBeVisible()
  expect(await payers.moneyOf('99000011')).toEqual(before)
  await payers.passTime('PT5M')
  await expectHeading(page, PAID)
  expect(await payers.moneyOf('99000011')).toEqual({ ...before, captured: before.captured + 350 })
  expect(await payers.creditsTo('90730011')).toEqual([350])
})
