import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { openBreakableProxy } from '../support/breakable-proxy.ts'
import { BUYING_CUTS } from '../support/buying-cuts.ts'
import { resetVisit, expect, scripted, test } from '../support/journey.ts'
import { answerCode, fillDetails, openDetails } from '../support/lead-steps.ts'
import { cutNetwork, number, open, post, press, strip, type Cut } from '../support/network-cut.ts'
import { OTHER_CUTS } from '../support/other-cuts.ts'
import { creditsTo } from '../support/buying-steps.ts'
import { saveData, untilShell } from '../support/island-steps.ts'
import { choose, chooseMethod, expectHeading, PAID, payersIn, PIN_LABEL, push } from '../support/wallet-steps.ts'
import { spacedWords } from '../support/spaced-words.ts'

// These journeys provoke failed requests, and the browser logs each of them.
test.use({ failsOnPageErrors: false })

const CUTS = [...BUYING_CUTS, ...OTHER_CUTS]

const CUTS_PER_TAB = 5

for (let first = 0; first < CUTS.length; first += CUTS_PER_TAB) {
  const walked = CUTS.slice(first, first + CUTS_PER_TAB)
  test(`GEN-8 the network is cut, the page stays and says so, and goes on by itself, once: ${walked.map(({ step }) => step).join('; ')}`, async ({
    page,
    context,
    request,
  }) => {
    for (const cut of walked)
      await test.step(cut.step, async () => {
        await resetVisit(page)
        await context.clearCookies()
        await expectGoesOn({ page, context, request }, cut)
      })
  })
}

type Walk = { page: Page; context: BrowserContext; request: APIRequestContext }

async function expectGoesOn({ page, context, request }: Walk, { open: openPage, begin, kept, taken, goesOn }: Cut): Promise<void> {
  await openPage(page)
  const answers = await cutNetwork({ page, context }, { begin: () => begin(page), kept: kept && (() => kept(page)), taken })
  await goesOn(page, request)
  expect(answers()).toBe(1)
  await expect(strip(page)).toHaveCount(0)
}

test('GEN-8 the table of cuts in the documentation has a row for each of them', () => {
  const table = readFileSync(join(import.meta.dirname, '../../docs/network-cuts.md'), 'utf8')
  for (const { step } of CUTS) expect(table).toContain(`| ${step} `)
})

// A newly started portal creates its key at the first request, which is slow on a busy machine.
test.beforeAll(async ({ request }) => {
  await request.get(`${process.env.PORTAL_URL}/orp/bfe/api/portal-service/security/v1/sealing-key`, { timeout: 60_000 })
})

test('GEN-8 SC-1 cut at every step of a wallet with a code and a PIN: one code, one proof, one payment', async ({
  page,
  context,
  request,
}) => {
  const payers = payersIn(request)
  const browser = { page, context }
  await choose(page, { msisdn: '90790021', amount: 600, method: 'SmartCash' })
  await page.getByLabel('Numéro enregistré').fill('90790022')
  await cutNetwork(browser, { begin: () => press(page, 'Continuer'), taken: post(/send-otp$/) })
  const code = await payers.codeFor('90790022')
  const boxes = page.getByRole('dialog').getByRole('textbox')
  await expect(boxes).toBeVisible()
  await cutNetwork(browser, {
    begin: () => boxes.fill(code),
    kept: () => expect(boxes).toHaveValue(code),
    taken: post(/verify-otp$/),
  })
  const pin = page.getByLabel(PIN_LABEL)
  await pin.fill('1234')
  const paid = await cutNetwork(browser, {
    begin: () => page.getByRole('button', { name: /^Payer/ }).click(),
    kept: () => expect(pin).toHaveValue('1234'),
    taken: post(/\/auth\/process$/),
  })
  await expectHeading(page, PAID)
  expect(paid()).toBe(1)
  expect(await creditsTo(request, '90790021')).toEqual([600])
  expect(await payers.moneyOf('90790022')).toEqual({ captured: 600, refunded: 0 })
})

test('GEN-8 AIR-1 cut at every step of paying by airtime: proven and paid once', async ({ page, context, request }) => {
  const browser = { page, context }
  await open(page, '/data-bundle?msisdn=90790031')
  await page
    .getByRole('button', { name: /^Acheter/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  await chooseMethod(page, 'Crédit')
  await page.getByLabel('Numéro de mobile').fill('90790032')
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  await page.getByRole('button', { name: 'Continuer' }).click()
  const code = await payersIn(request).codeFor('90790032')
  const boxes = page.getByRole('dialog').getByRole('textbox')
  await expect(boxes).toBeVisible()
  // The page posts the proof at once.
  await cutNetwork(browser, { begin: () => boxes.fill(code), taken: post(/\/payment\/start\/airtime/) })
  await expect(page.getByRole('heading', { name: 'Êtes-vous sûr ?' })).toBeVisible()
  await scripted(page)
  const paid = await cutNetwork(browser, { begin: () => press(page, 'Oui'), taken: post(/\/payment\/start\/airtime/) })
  await expectHeading(page, PAID)
  expect(paid()).toBe(1)
})

test('GEN-8 POST-2 cut at every step of a bill by code: one SMS, and the bill', async ({ page, context, request }) => {
  const browser = { page, context }
  await open(page, '/postpaid-bill-pay?fetch=code')
  await page.getByRole('dialog').getByLabel('Numéro de mobile').fill('90000007')
  await cutNetwork(browser, { begin: () => page.getByRole('button', { name: 'Envoyer le code' }).click(), taken: post(/otp\/send$/) })
  const code = await payersIn(request).codeFor('90000007')
  // The code field is a separate file: with a cut before it loads, the page waits without a field.
  await expect(page.getByLabel('Code à 6 chiffres')).toBeVisible()
  await cutNetwork(browser, {
    async begin() {
      await page.getByLabel('Code à 6 chiffres').fill(code)
      await page.getByRole('button', { name: 'Voir le montant dû' }).click()
    },
    taken: post(/\/postpaid-bill-pay/),
  })
  await expect(page.getByText('Aucun montant n’est dû sur cette ligne. Merci.')).toBeVisible()
})

test('GEN-8 BB-2 cut at every step of a balance: one SMS, and the balance', async ({ page, context, request }) => {
  const browser = { page, context }
  await open(page, '/check-balance')
  await cutNetwork(browser, { begin: () => page.getByLabel('Votre numéro').fill('90790041'), taken: post(/subscriber\/validate$/) })
  await cutNetwork(browser, { begin: () => press(page, 'Recevoir le code par SMS'), taken: post(/send-otp-hbb$/) })
  const code = await payersIn(request).codeFor('90790041')
  await expect(page.getByLabel('Code à 6 chiffres')).toBeVisible()
  await cutNetwork(browser, { begin: () => page.getByLabel('Code à 6 chiffres').fill(code), taken: post(/\/check-balance/) })
  await expect(page.getByRole('heading', { name: spacedWords('Solde du 90 79 00 41') })).toBeVisible()
})

test('GEN-8 LEAD-3 cut while a request for home broadband is proven: it is sent once', async ({ page, context, request }) => {
  await openDetails(page)
  await fillDetails(page, { msisdn: '92790003', town: 'Niamey' })
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByLabel('Code à 6 chiffres')).toBeVisible()
  const sent = await cutNetwork(
    { page, context },
    { begin: () => answerCode(page, request, '92790003'), taken: post(/\/hbb-lead\/details/) },
  )
  await expect(page.getByRole('link', { name: 'Aller au paiement' })).toBeVisible()
  expect(sent()).toBe(1)
})

test('GEN-8 STAT-1 after ten minutes of flight mode the status page resumes polling and shows the result within 3 s', async ({
  page,
  context,
  request,
}) => {
  await page.clock.install()
  await choose(page, { msisdn: '90790051', amount: 700, method: 'Ténéré Money' })
  await push(page, '90790052')
  await expectHeading(page, 'Paiement en attente')
  await scripted(page)
  await context.setOffline(true)
  await expect(strip(page)).toBeVisible()
  await payersIn(request).answerPrompt('90790052', { answer: 'accept', pin: '1234' })
  await expect.poll(() => creditsTo(request, '90790051'), { timeout: 30_000 }).toEqual([700])
  await page.clock.fastForward('10:00')
  await expect(page.getByRole('heading', { name: 'Paiement en attente' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Paiement en attente', { timeout: 3_000 })
  await expectHeading(page, PAID)
  await expect(strip(page)).toHaveCount(0)
})

test('GEN-8 an island that could not be fetched is fetched when the network is back, and takes up what was typed', async ({
  page,
  context,
}) => {
  await saveData(page)
  await page.goto('/prepaid-recharge')
  await untilShell(page)
  const taken = post(/\/visit\/v1\/line-offer$/)
  await cutNetwork({ page, context }, { begin: () => number(page).fill('90790061'), taken, withinMs: 15_000 })
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
})

test('GEN-8 a network that loses every first, second and third question still answers', async ({ page }) => {
  await open(page, '/prepaid-recharge')
  let lost = 0
  await page.route(/\/visit\/v1\/line-offer$/, (route) => (lost++ < 3 ? route.abort('connectionreset') : route.continue()))
  await number(page).fill('90790062')
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  expect(lost).toBe(4)
})

test('GEN-8 OTP-4 a code whose response is lost was requested once, and the page says so', async ({ page }) => {
  await choose(page, { msisdn: '90790063', amount: 600, method: 'SmartCash' })
  await page.getByLabel('Numéro enregistré').fill('90790064')
  let arrived = 0
  await page.route(/send-otp$/, async (route) => {
    arrived += (await route.fetch()).ok() ? 1 : 0
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Continuer', exact: true }).click()
  await expect(page.locator('[data-toast]')).toBeVisible()
  expect(arrived).toBe(1)
})

for (const how of ['refused', 'swallowed'] as const) {
  test(`GEN-8 a server whose connections are ${how} while the phone believes in its network: the same`, async ({ page, portal }) => {
    const proxy = await openBreakableProxy(portal)
    await open(page, `${proxy.url}/prepaid-recharge`)
    await page.getByRole('textbox', { name: 'Montant' }).fill('500')
    await proxy.cut(how)
    await number(page).fill('90790071')
    await expect(strip(page)).toBeVisible()
    await proxy.restore()
    await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible({ timeout: 10_000 })
    await expect(strip(page)).toHaveCount(0)
    await untilStale(page)
    await proxy.cut(how)
    await press(page, 'Acheter du crédit')
    await expect(strip(page)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Montant' })).toHaveValue('500')
    let posts = 0
    page.on(
      'response',
      (response) => response.request().method() === 'POST' && response.url().endsWith('/prepaid-recharge') && (posts += 1),
    )
    await proxy.restore()
    await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/, { timeout: 5_000 })
    expect(posts).toBe(1)
    await proxy.close()
  })
}

/** After a response the server counts as reachable for five seconds. */
async function untilStale(page: Page): Promise<void> {
  const nowMs = await page.evaluate(() => performance.now())
  await page.waitForFunction((past) => performance.now() > past + 5_000, nowMs)
}
