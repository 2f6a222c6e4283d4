import { expect, type Page } from '@playwright/test'
import { get, number, open, post, press, type Cut } from './network-cut.ts'
import { CARDS, chooseGateway, creditsTo } from './buying-steps.ts'
import { choose, payersIn } from './wallet-steps.ts'

const EMAIL = 'amina@example.ne'
const amount = (page: Page) => page.getByRole('textbox', { name: 'Montant' })
const homeNumber = (page: Page) => page.getByLabel('Numéro à recharger')
const atHub = (page: Page) => expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)

const RECHARGES: Cut[] = [
  {
    step: 'home: the eighth digit',
    open: (page) => open(page, '/'),
    begin: (page) => homeNumber(page).fill('90790001'),
    kept: (page) => expect(homeNumber(page)).toHaveValue(/^90.79.00.01$/),
    taken: post(/\/visit\/v1\/line-offer$/),
    goesOn: (page) => expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible(),
  },
  {
    step: 'home: an amount',
    async open(page) {
      await open(page, '/')
      await homeNumber(page).fill('90790013')
      await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
    },
    begin: (page) => press(page, /^1.000.F/),
    kept: (page) => expect(homeNumber(page)).toHaveValue(/^90.79.00.13$/),
    taken: post(/^https?:\/\/[^/]+\/$/),
    goesOn: atHub,
  },
  {
    step: 'prepaid recharge: the eighth digit',
    open: (page) => open(page, '/prepaid-recharge'),
    begin: (page) => number(page).fill('90790002'),
    kept: (page) => expect(number(page)).toHaveValue('90 79 00 02'),
    taken: post(/\/visit\/v1\/line-offer$/),
    goesOn: (page) => expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible(),
  },
  {
    step: 'prepaid recharge: BUY AIRTIME',
    open: (page) => open(page, '/prepaid-recharge?msisdn=90790003&amount=500'),
    begin: (page) => press(page, 'Acheter du crédit'),
    kept: (page) => expect(amount(page)).toHaveValue('500'),
    taken: post(/\/prepaid-recharge/),
    goesOn: atHub,
  },
  {
    step: 'prepaid recharge: another tab of bundles, then one of them',
    open: (page) => open(page, '/prepaid-recharge?msisdn=90790004'),
    async begin(page) {
      await page.getByRole('tab', { name: 'Appels' }).click()
      await press(page, /^Acheter (?!du)/)
    },
    kept: (page) => expect(page.getByRole('tab', { name: 'Appels' })).toHaveAttribute('aria-selected', 'true'),
    taken: post(/\/prepaid-recharge/),
    goesOn: atHub,
  },
  {
    step: 'bundles: the eighth digit',
    open: (page) => open(page, '/data-bundle'),
    begin: (page) => number(page).fill('90790005'),
    taken: post(/\/visit\/v1\/line-offer$/),
    goesOn: (page) => expect(page.getByRole('button', { name: /^Acheter / }).first()).toBeVisible(),
  },
  {
    step: 'broadband: the bundle',
    open: (page) => open(page, '/broadband-recharge?msisdn=90000005'),
    begin: (page) => press(page, /^Acheter /),
    taken: post(/\/broadband-recharge/),
    goesOn: atHub,
  },
]

const PAYMENTS: Cut[] = [
  {
    step: 'hub: another method',
    open: (page) => choose(page, { msisdn: '90790011', amount: 500, method: 'SmartCash' }),
    begin: (page) => page.getByRole('link', { name: 'Ténéré Money' }).click(),
    taken: get(/\/payment\/start\/tenere-money/),
    goesOn: (page) => expect(page.getByRole('link', { name: 'Ténéré Money' })).toHaveAttribute('aria-expanded', 'true'),
  },
  {
    step: 'card: Payer',
    async open(page) {
      await choose(page, { msisdn: '90790012', amount: 500, method: 'Carte' })
      await chooseGateway(page, 'DPO Pay')
      await page.getByLabel('Adresse e-mail').fill(EMAIL)
    },
    begin: (page) => press(page, /^Payer/),
    kept: (page) => expect(page.getByLabel('Adresse e-mail')).toHaveValue(EMAIL),
    taken: post(/\/payment\/start\/card/),
    async goesOn(page, request) {
      await page.locator(`button[name=card][value="${CARDS.pays}"]`).click()
      await expect.poll(() => creditsTo(request, '90790012')).toEqual([500])
    },
  },
  {
    step: 'card in a popup: Payer',
    async open(page) {
      await choose(page, { msisdn: '90790013', amount: 500, method: 'Carte' })
      await chooseGateway(page, 'Paystack')
      await page.getByLabel('Adresse e-mail').fill(EMAIL)
    },
    begin: (page) => press(page, /^Payer/),
    kept: (page) => expect(page.getByRole('radio', { name: 'Paystack' })).toBeChecked(),
    taken: post(/\/transaction\/v1\/process$/),
    async goesOn(page, request) {
      const popup = page.frameLocator('iframe[title="Paiement par Paystack"]')
      await popup.locator(`button[name=card][value="${CARDS.pays}"]`).click()
      await expect.poll(() => creditsTo(request, '90790013')).toEqual([500])
    },
  },
  {
    step: 'a request on the phone: Payer',
    async open(page) {
      await choose(page, { msisdn: '90790014', amount: 500, method: 'Ténéré Money' })
      await page.getByLabel('Numéro de mobile').fill('90790015')
    },
    begin: (page) => press(page, /^Payer/),
    kept: (page) => expect(page.getByLabel('Numéro de mobile')).toHaveValue('90 79 00 15'),
    taken: post(/\/payment\/start\/tenere-money/),
    async goesOn(page, request) {
      await expect(page).toHaveURL(/\/payment\/status\?id=/)
      await payersIn(request).answerPrompt('90790015', { answer: 'accept', pin: '1234' })
      await expect.poll(() => creditsTo(request, '90790014')).toEqual([500])
      expect(await payersIn(request).waitingPrompts('90790015')).toEqual([])
    },
  },
]

const BILLS: Cut[] = [
  {
    step: 'postpaid bill: the eighth digit',
    open: (page) => open(page, '/postpaid-bill-pay'),
    begin: (page) => number(page).fill('90000003'),
    taken: post(/\/visit\/v1\/line-offer$/),
    goesOn: (page) => expect(page.getByText('Ligne postpayée Ténéré Mobile')).toBeVisible(),
  },
  {
    step: 'postpaid bill: fetched by its account',
    async open(page) {
      await open(page, '/postpaid-bill-pay?fetch=account')
      await page.getByRole('dialog').getByLabel('Numéro de mobile').fill('90000004')
      await page.getByRole('dialog').getByLabel('Numéro de compte').fill('1000000004')
    },
    begin: (page) => press(page, 'Voir le montant dû'),
    kept: (page) => expect(page.getByRole('dialog').getByLabel('Numéro de compte')).toHaveValue('1000000004'),
    taken: post(/\/postpaid-bill-pay/),
    goesOn: (page) => expect(amount(page)).toHaveValue(/8.000/),
  },
  {
    step: 'fixed internet: the bills of an account',
    async open(page) {
      await open(page, '/orp/fixed-internet')
      await page.getByLabel('Numéro de compte').fill('P0000000000')
      await page.getByLabel('Adresse e-mail enregistrée').fill('vide@example.ne')
    },
    begin: (page) => press(page, 'Voir les factures'),
    kept: (page) => expect(page.getByLabel('Adresse e-mail enregistrée')).toHaveValue('vide@example.ne'),
    taken: post(/\/orp\/fixed-internet/),
    goesOn: (page) => expect(page.getByText('Aucune facture n’est à payer pour ce compte. Merci.')).toBeVisible(),
  },
]

/** Single steps of buying and paying; sequences are in network-cuts.journey.ts. */
export const BUYING_CUTS: readonly Cut[] = [...RECHARGES, ...PAYMENTS, ...BILLS]
