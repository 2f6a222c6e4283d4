import type { APIRequestContext, Page } from '@playwright/test'
import { CARDS, chooseGateway, ledgerOf, smsTo } from '../support/buying-steps.ts'
import { expect, scripted, test as base } from '../support/journey.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'
import { payersIn } from '../support/wallet-steps.ts'

/** U2: another operator is a folder. One journey per kind, in the language that the operator names first. */
const WORDS = {
  en: {
    number: 'Mobile number',
    amount: 'Amount',
    buyAirtime: 'BUY AIRTIME',
    pay: /^(pay|continue to pay)/i,
    card: 'Debit/Credit Card',
    paid: 'Thank you',
    email: 'E-mail address',
    account: 'Account number',
    registered: 'Registered e-mail',
    showBills: 'SHOW BILLS',
    payBill: /^pay.*FI-2026-0102/i,
    reference: 'Reference of the receipt',
    open: 'Open this payment',
    dial: 'Dial a code',
    call: 'Call',
    answer: 'Your answer',
    send: 'Send',
    next: 'Continue',
    pin: '4-digit PIN',
    airtime: 'Airtime',
    yes: /^yes$/i,
  },
  fr: {
    number: 'Numéro de mobile',
    amount: 'Montant',
    buyAirtime: 'Acheter du crédit',
    pay: /^Payer/,
    card: /^Carte/,
    paid: 'Merci',
    email: 'Adresse e-mail',
    account: 'Numéro de compte',
    registered: 'Adresse e-mail enregistrée',
    showBills: 'Voir les factures',
    payBill: /^Payer.*FI-2026-0102/,
    reference: 'Référence du reçu',
    open: 'Ouvrir ce paiement',
    dial: 'Composer un code',
    call: 'Appeler',
    answer: 'Votre réponse',
    send: 'Envoyer',
    next: 'Continuer',
    pin: 'Code secret à 4 chiffres',
    airtime: 'Crédit',
    yes: 'Oui',
  },
} as const

const OPERATORS = [
  {
    name: 'ke-savanna',
    language: 'en',
    typed: '0700 610 001',
    line: '700610001',
    shown: '700 610 001',
    payer: '700610002',
    others: ['700610003', '700610004', '700610005', '700610006'],
    currency: 'KES',
    wallet: 'MPESA',
    asksEmail: true,
    lineOf: 'Prepaid line of Savanna Mobile',
    sum: 'KES 1,000',
    sms: /paid KES 1,000/,
    mail: 'amina@example.ke',
    ussd: { home: /^Savanna Mobile\s*1 Recharge/, confirm: /KSh 650/, wait: /M-PESA/ },
    cards: ['Paystack', 'DPO Pay'],
    byCard: 500,
    rich: '700000001',
    bundle: /day 1 gb$/i,
  },
  {
    name: 'cd-mwinda',
    language: 'fr',
    typed: '0900 610 001',
    line: '900610001',
    shown: '900 610 001',
    payer: '900610002',
    others: ['900610003', '900610004', '900610005', '900610006'],
    currency: 'CDF',
    wallet: 'Mwinda Pesa',
    asksEmail: false,
    lineOf: 'Ligne prépayée Mwinda Mobile',
    sum: '1 000 FC',
    sms: /paye 1 000 FC|paye 1000 FC/,
    mail: 'amina@example.cd',
    ussd: { home: /^Mwinda Mobile\s*1 Recharger/, confirm: /650 FC/, wait: /Mwinda Pesa/ },
    cards: ['UBA', 'DPO Pay'],
    // HUB-4: less than a dollar is for the wallet alone.
    byCard: 5000,
    rich: '900000001',
    bundle: /Semaine 5 Go$/,
  },
] as const

for (const operator of OPERATORS) {
  const { name, language, currency, wallet, line, payer, others, mail } = operator
  const words = WORDS[language]
  let own: RunningPortal | undefined

  const test = base.extend({
    async portal({ browserName: _anyBrowser }, provide) {
      own ??= await startPortal({ GUICHET_OPERATOR: name })
      await provide(own.portalUrl)
    },
  })
  const sandbox = () => own?.sandboxUrl ?? ''

  async function thanks(page: Page): Promise<void> {
    await expect(page.getByRole('heading', { level: 1 })).toContainText(words.paid, { timeout: 40_000 })
  }

  async function atHub(page: Page): Promise<void> {
    await expect(page).toHaveURL(/\/payment\/start\/[\w-]+\?purchase=/)
    await scripted(page)
  }

  async function chooseWay(page: Page, label: string | RegExp): Promise<void> {
    const way = page.getByRole('link', { name: label }).first()
    if ((await way.getAttribute('aria-expanded')) !== 'true') await way.click()
    await expect(way).toHaveAttribute('aria-expanded', 'true')
    await scripted(page)
  }

  async function recharge(page: Page, msisdn: string, amount: number): Promise<void> {
    await page.goto(`/prepaid-recharge?msisdn=${msisdn}&amount=${amount}`)
    await scripted(page)
    await page.getByRole('button', { name: words.buyAirtime }).click()
    await atHub(page)
  }

  async function payByCard(page: Page, gateway: string): Promise<void> {
    await chooseWay(page, words.card)
    await chooseGateway(page, gateway)
    await page.getByLabel(words.email).fill(mail)
    await page.getByRole('button', { name: words.pay }).click()
    const payPage = gateway === 'Paystack' ? page.frameLocator('iframe') : page
    await payPage.locator(`button[name=card][value="${CARDS.pays}"]`).click()
    await thanks(page)
  }

  async function moneyOf(request: APIRequestContext, msisdn: string) {
    const entries = (await ledgerOf(request, sandbox())).filter((entry) => entry.msisdn === msisdn)
    return entries.map((entry) => [entry.face, entry.kind, entry.amount, (entry as { currency?: string }).currency])
  }

  test.describe(name, () => {
    test.describe.configure({ mode: 'default' })
    test.use({ locale: language === 'fr' ? 'fr-FR' : 'en-GB' })
    test.afterAll(async () => own?.stop())

    test(`OPR-1 OPR-2 NUM-1 ${name}: a number typed as people write it is recharged by the wallet, with receipt, SMS and find-payment`, async ({
      page,
      request,
    }) => {
      await page.goto('/prepaid-recharge')
      await scripted(page)
      await page.getByLabel(words.number).fill(operator.typed)
      await expect(page.getByText(operator.lineOf)).toBeVisible()
      await page.getByRole('textbox', { name: words.amount }).fill('1000')
      await page.getByRole('button', { name: words.buyAirtime }).click()
      await atHub(page)
      await chooseWay(page, wallet)
      await page.getByLabel(words.number).fill(payer)
      if (operator.asksEmail) await page.getByLabel(words.email).fill(mail)
      await page.getByRole('button', { name: words.pay }).click()
      await expect(page).toHaveURL(/\/payment\/status\?id=/, { timeout: 25_000 })
      await payersIn(request, sandbox()).answerPrompt(payer, { answer: 'accept', pin: '1234' })
      await thanks(page)
      await expect(page.getByText(operator.sum).first()).toBeVisible()
      expect(await moneyOf(request, line)).toEqual([['tmforum', 'credit', 1000, currency]])
      await expect.poll(async () => (await smsTo(request, payer, sandbox())).join()).toMatch(operator.sms)
      const reference =
        (await page
          .getByText(/\bG[A-Z0-9]{3}-/)
          .first()
          .textContent()) ?? ''
      await page.context().clearCookies()
      await page.goto('/find-payment')
      await page.getByLabel(words.reference).fill(reference)
      await page.getByRole('button', { name: words.open }).click()
      await thanks(page)
      await expect(page.getByText(operator.sum).first()).toBeVisible()
    })

    if (name === 'ke-savanna') {
      const askOnPhone = async (page: Page, msisdn: string) => {
        await recharge(page, msisdn, 700)
        await chooseWay(page, 'Airtel Money')
        await page.getByLabel(words.number).fill(msisdn)
        await page.getByRole('button', { name: words.pay }).click()
        await expect(page).toHaveURL(/\/payment\/status\?id=/, { timeout: 25_000 })
      }

      test(`MP-1 OPR-2 ${name}: another wallet asks its payer on the phone, who accepts, or declines and pays nothing`, async ({
        page,
        request,
      }) => {
        const payers = payersIn(request, sandbox())
        const msisdn = others[3]
        await askOnPhone(page, msisdn)
        await payers.answerPrompt(msisdn, { answer: 'decline' })
        await expect(page.getByRole('heading', { name: 'Nothing was charged' })).toBeVisible({ timeout: 90_000 })
        expect(await moneyOf(request, msisdn)).toEqual([])
        await askOnPhone(page, msisdn)
        await payers.answerPrompt(msisdn, { answer: 'accept', pin: '1234' })
        await thanks(page)
        expect(await moneyOf(request, msisdn)).toEqual([
          ['airtel-money', 'capture', 700, currency],
          ['tmforum', 'credit', 700, currency],
        ])
      })
    }

    for (const [index, gateway] of operator.cards.entries()) {
      test(`CARD-2 OPR-2 ${name}: airtime is paid by card through ${gateway}`, async ({ page, request }) => {
        const msisdn = others[index] ?? ''
        await recharge(page, msisdn, operator.byCard)
        await payByCard(page, gateway)
        expect(await moneyOf(request, msisdn)).toContainEqual(['tmforum', 'credit', operator.byCard, currency])
      })
    }

    test(`DATA-2 OPR-2 ${name}: a bundle is paid with airtime`, async ({ page, request }) => {
      const { rich: msisdn, bundle } = operator
      await page.goto(`/data-bundle?msisdn=${msisdn}`)
      await scripted(page)
      await page.getByRole('button', { name: bundle }).first().click()
      await atHub(page)
      await chooseWay(page, words.airtime)
      await page.getByLabel(words.number).fill(msisdn)
      await page.getByLabel(words.email).fill(mail)
      await page.getByRole('button', { name: words.next }).click()
      await page
        .getByRole('dialog')
        .getByRole('textbox')
        .fill(await payersIn(request, sandbox()).codeFor(msisdn))
      await page.getByRole('button', { name: words.yes }).click()
      await thanks(page)
      expect((await moneyOf(request, msisdn)).map(([, kind, , of]) => [kind, of])).toEqual([
        ['capture', currency],
        ['order', currency],
      ])
    })

    if (name === 'cd-mwinda') {
      test(`HUB-4 OPR-2 ${name}: airtime priced in francs is paid in dollars`, async ({ page, request }) => {
        await recharge(page, others[3], operator.byCard)
        await page.getByRole('link', { name: /USD/ }).click()
        await expect(page.getByText(/1,76.USD/).first()).toBeVisible()
        await scripted(page)
        await payByCard(page, 'DPO Pay')
        const entries = await ledgerOf(request, sandbox())
        expect(entries).toContainEqual(expect.objectContaining({ kind: 'capture', amount: 1.76, currency: 'USD' }))
        expect(await moneyOf(request, others[3])).toContainEqual(['tmforum', 'credit', operator.byCard, currency])
      })
    }

    test(`FIX-1 OPR-2 ${name}: an invoice is paid by card through Tingg`, async ({ page, request }) => {
      await page.goto('/orp/fixed-internet')
      await scripted(page)
      await page.getByLabel(words.account).fill('P1234567890')
      await page.getByLabel(words.registered).fill(mail)
      await page.getByRole('button', { name: words.showBills }).click()
      await page.getByRole('button', { name: words.payBill }).click()
      await atHub(page)
      await payByCard(page, 'Tingg')
      const paid = (await ledgerOf(request, sandbox())).filter(({ kind }) => kind === 'bill-payment')
      expect(paid).toMatchObject([{ amount: 25_000, currency }])
    })

    test(`USSD-4 OPR-2 ${name}: a phone without data recharges itself`, async ({ page, request }) => {
      const msisdn = others[2]
      const screen = page.getByRole('dialog').locator('#ussd-text')
      const answer = async (input: string, shows: RegExp) => {
        await page.getByLabel(words.answer).fill(input)
        await page.getByRole('button', { name: words.send }).click()
        await expect(screen).toHaveText(shows)
      }
      await page.goto(`${sandbox()}/handset/${msisdn}?tab=dial`)
      await page.getByLabel(words.dial).fill('*222#')
      await page.getByRole('button', { name: words.call }).click()
      await expect(screen).toHaveText(operator.ussd.home)
      await answer('1', new RegExp(msisdn))
      await answer('1', /100/)
      await answer('650', operator.ussd.confirm)
      await answer('1', operator.ussd.wait)
      await payersIn(request, sandbox()).answerPrompt(msisdn, { answer: 'accept', pin: '1234' })
      await expect.poll(() => moneyOf(request, msisdn), { timeout: 30_000 }).toContainEqual(['tmforum', 'credit', 650, currency])
      await expect.poll(async () => (await smsTo(request, msisdn, sandbox())).length, { timeout: 30_000 }).toBe(2)
    })
  })
}
