import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, scripted, test } from '../support/journey.ts'
import { payWithDoubt, payWithoutDelivery } from '../support/faulty-payments.ts'
import { CARDS, chooseGateway, payByCard } from '../support/buying-steps.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'
import { choose, chooseMethod, expectHeading, NOT_PAID, PAID, payersIn, push, UNDER_WAY, type Payers } from '../support/wallet-steps.ts'

/**
 * A portal and a sandbox that no other journey uses: bills are paid permanently, faults are injected into the operator and wallets, and the
 * sandbox's clock is moved.
 */
let own: Promise<RunningPortal> | undefined
let payers: Payers

const world = () => (own ??= startPortal())

test.describe.configure({ mode: 'default', timeout: 120_000 })

test.use({
  async portal({ browserName: _anyBrowser, request }, provide) {
    const { portalUrl, sandboxUrl } = await world()
    payers = payersIn(request, sandboxUrl)
    await provide(portalUrl)
  },
})
test.afterEach(() => steer('DELETE'))
test.afterAll(async () => (await own)?.stop())

/** Sets or clears faults of the sandbox. */
async function steer(method: 'POST' | 'DELETE', fault?: object): Promise<void> {
  const content = fault ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) } : {}
  const answer = await fetch(`${(await world()).sandboxUrl}/control/faults`, { method, ...content })
  expect(answer.ok).toBe(true)
}

async function another(browser: Browser, options: { language?: 'fr' | 'en'; javaScriptEnabled?: boolean } = {}): Promise<Page> {
  const { language = 'fr', javaScriptEnabled = true } = options
  const { portalUrl } = await world()
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, baseURL: portalUrl, javaScriptEnabled })
  await context.addCookies([{ name: 'lang', value: language, url: portalUrl }])
  return context.newPage()
}

async function chooseInvoice(page: Page, words: { account: string; email: string; show: string; pay: RegExp }): Promise<void> {
  await page.goto('/orp/fixed-internet')
  await scripted(page)
  await page.getByLabel(words.account).fill('E1234567890')
  await page.getByLabel(words.email).fill('contact@example.ne')
  await page.getByRole('button', { name: words.show }).click()
  await page.getByRole('button', { name: words.pay }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
}

async function fetchBill(page: Page, line: { msisdn: string; account: string }): Promise<void> {
  await page.goto('/postpaid-bill-pay?fetch=account')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Numéro de compte').fill(line.account)
  await dialog.getByLabel('Numéro de mobile').fill(line.msisdn)
  await dialog.getByRole('button', { name: 'Voir le montant dû' }).click()
  await expect(page.getByRole('textbox', { name: 'Montant' })).toHaveValue(/[1-9]/)
}

async function chooseBill(page: Page, line: { msisdn: string; account: string }): Promise<void> {
  await fetchBill(page, line)
  await page.getByRole('button', { name: 'Payer la facture' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
}

async function press(page: Page, words = { email: 'Adresse e-mail', pay: /^Payer/ }): Promise<void> {
  await chooseGateway(page, 'DPO Pay')
  await page.getByLabel(words.email).fill('amina@example.ne')
  await page.getByRole('button', { name: words.pay }).click()
}

const payInShop = async (request: APIRequestContext, data: object) =>
  request.post(`${(await world()).sandboxUrl}/control/shop-payment`, { data })

// First: the portal caches a catalogue once it is read.
test('a list of bundles that cannot be read says so and offers a retry; airtime can be bought meanwhile', async ({ page }) => {
  const maintenance = { status: 200, body: '<html><body>Maintenance</body></html>', contentType: 'text/html' }
  await steer('POST', { face: 'tmforum', operation: 'offering.list', do: maintenance })
  await page.goto('/prepaid-recharge')
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill('90220001')
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  const section = page.getByRole('region', { name: 'Ou choisissez un forfait' })
  await expect(section.getByText('Nous n’avons pas pu lire la liste des forfaits pour le moment.')).toBeVisible()
  await expect(page.getByText('Aucun forfait n’est proposé')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Montant' }).fill('1000')
  await expect(page.getByRole('button', { name: 'Acheter du crédit' })).toBeEnabled()
  await page.goto('/table')
  await expect(page.getByRole('alert')).toContainText('Nous n’arrivons pas à joindre notre réseau')
})

test('F62 PAID-1 an invoice of 75,000 F in two browsers: one pays, the other reads that nothing is due, in English', async ({
  page,
  browser,
}) => {
  const words = { account: 'Numéro de compte', email: 'Adresse e-mail enregistrée', show: 'Voir les factures', pay: /^Payer la facture/ }
  await chooseInvoice(page, words)
  const other = await another(browser, { language: 'en' })
  const english = { account: 'Account number', email: 'Registered e-mail', show: 'SHOW BILLS', pay: /^PAY BILL/i }
  await chooseInvoice(other, english)
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await expectHeading(page, PAID)
  await press(other, { email: 'E-mail address', pay: /^Pay/i })
  await expect(other).toHaveURL(/\/payment\/due\?purchase=/)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Paid already')
  await expect(other.getByText('Nothing was charged.')).toBeVisible()
  await expectAccessible(other)
  await other.context().close()
})

test('F62 PAID-1 a fetched bill: paid meanwhile by another, also without script; in part at a shop, the rest is offered and paid', async ({
  page,
  browser,
  request,
}) => {
  const line = { msisdn: '90000003', account: '1000000003' }
  await chooseBill(page, line)
  const other = await another(browser, { javaScriptEnabled: false })
  await chooseBill(other, line)
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await expectHeading(page, PAID)
  await press(other)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Déjà payé')
  await expect(other.getByText('Rien n’a été débité.')).toBeVisible()
  await chooseBill(other, { msisdn: '90000004', account: '1000000004' })
  await payInShop(request, { accountNo: '1000000004', amount: 3000 })
  await press(other)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('La somme à payer a changé')
  await expect(other.getByText(/8.000.F.CFA.*5.000.F.CFA/)).toBeVisible()
  await other.getByRole('button', { name: /^Payer 5.000/ }).click()
  await expect(other).toHaveURL(/\/payment\/start\/card\?purchase=/)
  await payByCard(other, { gateway: 'DPO Pay', card: 'pays', isScripted: false })
  await expectHeading(other, PAID)
  await other.context().close()
})

test('F63 PAID-1 a link in two browsers: while one pays, the other reads until when, and afterwards that it is paid', async ({
  page,
  browser,
}) => {
  await page.goto('/ask')
  await page.getByLabel('Numéro à recharger').fill('90772011')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.getByRole('button', { name: '1 000 F' }).click()
  await expect(page.getByRole('heading', { name: 'Votre lien est prêt' })).toBeVisible()
  const link = page.url().replace('/ask/', '/r/').replace(/\?.*/, '')
  const payers = [await another(browser), await another(browser)] as const
  for (const payer of payers) {
    await payer.goto(link)
    await payer.getByRole('button', { name: 'Choisir comment payer' }).click()
    await expect(payer).toHaveURL(/\/payment\/start\/card\?purchase=/)
  }
  const [first, second] = payers
  await press(first)
  await expect(first.getByText('SANDBOX').first()).toBeVisible()
  await press(second)
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Un paiement est en cours')
  await expect(second.getByText(/vous pourrez payer à \d\d:\d\d au plus tard/)).toBeVisible()
  await expectAccessible(second)
  await first.locator(`button[name=card][value="${CARDS.pays}"]`).click()
  await expectHeading(first, PAID)
  await second.getByRole('link', { name: 'Réessayer' }).click()
  await press(second)
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Demande déjà payée')
  await Promise.all(payers.map((payer) => payer.context().close()))
})

const CONFIRMING = /en cours de confirmation.*ne payez pas de nouveau/
const NOTHING_TAKEN = 'Rien n’a été débité'

test('an operator that is slow: the number is not called wrong, and a retry finds it', async ({ page }) => {
  await steer('POST', { face: 'tmforum', operation: 'product.find', do: { delayMs: 60_000 } })
  await page.goto('/prepaid-recharge')
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill('90220011')
  await expect(page.getByText('Nous n’avons pas pu vérifier ce numéro pour le moment.')).toBeVisible()
  await expect(page.getByText('Numéro de mobile non valide')).toHaveCount(0)
  await steer('DELETE')
  // The answer of a wait of ten seconds stands for one more second.
  const retry = page.getByRole('button', { name: 'Réessayer' })
  await expect(async () => {
    if (await retry.isVisible()) await retry.click()
    await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: 'Ou choisissez un forfait' })).toBeVisible()
})

test('MM-2 payer 99000006, who never answers, reads that the time is over and pays by another method', async ({ page }) => {
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

const TROUBLES = [
  { pay: payWithoutDelivery, msisdn: '90230001', state: 'running', title: 'Paiement reçu, livraison en cours' },
  { pay: payWithDoubt, msisdn: '90230002', state: 'review', title: 'Nous vérifions votre paiement' },
] as const

for (const { pay, msisdn, state, title } of TROUBLES)
  test(`STAT-5 the ticket of a payment that is neither delivered nor over says where it stands, also after a reload and in English: ${title}`, async ({
    page,
    request,
  }) => {
    await pay(page, { request, sandboxUrl: (await world()).sandboxUrl }, msisdn)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 40_000 })
    await expect(page.locator(`[data-ticket=${state}]`)).toBeVisible()
    // While the result is unknown, neither 'failed' nor 'nothing was taken' is shown.
    await expect(page.getByText(/Rien n.a été débité|Paiement non abouti/)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.locator(`[data-ticket=${state}]`)).toBeVisible()
  })
