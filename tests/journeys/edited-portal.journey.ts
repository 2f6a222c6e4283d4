import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { answerCode, expectInTheEnd, openDetails } from '../support/lead-steps.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'
import { createPayerActions } from '../../drills/payer-actions.ts'
import { makePayment, type Method } from '../../drills/payments.ts'
import { aVisitor, resultOf } from '../../drills/visitor.ts'
import { choose, enterPin, expectHeading, PAID, payersIn, PIN_LABEL, proveNumber } from '../support/wallet-steps.ts'

const ROOT = join(import.meta.dirname, '../..')
const WRONG_PIN = '9876'
const RIGHT_PIN = '1234'

/** A place that is in no gazetteer. */
const TOWN = 'Qwxzkville'

/** A portal with edited content (enableAmPin, a town unknown to maps) and a debug log. */
let own: Promise<RunningPortal> | undefined
let portalHere: RunningPortal

async function startEdited(): Promise<RunningPortal> {
  const portal = await startPortal({ LOG_LEVEL: 'debug' })
  const config = JSON.parse(await readFile(join(ROOT, 'content/fr/product-config.json'), 'utf8')) as object
  const folder = join(portal.dataFolder, 'edited/fr')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'product-config.json'), JSON.stringify({ ...config, enableAmPin: true }))
  await writeFile(join(folder, 'city-config.json'), JSON.stringify({ data: [{ cityName: TOWN, hbbLeadFeasibility: true }] }))
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'src/commands/content-command.ts'), 'import', join(folder, '..')], {
    encoding: 'utf8',
    env: { ...process.env, GUICHET_DATA: portal.dataFolder },
  })
  expect(status, stderr).toBe(0)
  return portal
}

test.describe.configure({ mode: 'default', timeout: 120_000 })

test.use({
  async portal({ browserName: _anyBrowser }, provide) {
    own ??= startEdited()
    portalHere = await own
    await provide(portalHere.portalUrl)
  },
})
test.afterAll(async () => (await own)?.stop())

type Line = {
  msg: string
  requestId?: string
  reference?: string
  system?: string
  route?: string
  method?: string
  correlationId?: string
}

/** A card, a PIN, airtime and a push: every kind of payment in the log. */
const METHODS: readonly Method[] = ['dpo', 'smartcash', 'airtime', 'mpesa']
const PAYMENT_ROUTE =
  /\/transaction\/(?:v1\/)?(?:initiate|auth\/initiate|process|auth\/process|payer-balance|status|fetch)$|\/payment\/(?:callback|notice)/

/** A call about an open payment, including calls to a provider and to the operator. */
function speaksOfPayment({ msg, route = '', system, method }: Line): boolean {
  if (msg === 'request completed') return PAYMENT_ROUTE.test(route)
  if (msg !== 'upstream call') return msg === 'payment job failed'
  return METHODS.some((each) => each === system) || (/^[0-9]{3}$/.test(system ?? '') && method !== 'GET')
}

const linesOf = (log: string): Line[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

test('every log line about a payment has its reference, and every outbound call the request’s id', async ({ portal: portalUrl }) => {
  const portal = portalHere
  const before = portal.log().length
  const visitor = aVisitor({ portalUrl })
  const references = new Map<Method, string>()
  for (const method of METHODS) {
    const errand = { method, beneficiary: '90000001', payer: '90000001', outcome: 'pays', pressesTwice: false, comesBack: true } as const
    const id = await makePayment(visitor, createPayerActions(portal.sandboxUrl), errand)
    type Details = { status: string; refTransactionId: string }
    const read = async () => resultOf<Details>(await visitor.insist('GET', `/transaction/fetch?txnId=${id}`))
    await expect.poll(async () => (await read()).status, { timeout: 40_000 }).toBe('SUCCESS')
    references.set(method, (await read()).refTransactionId)
  }
  const lines = linesOf(portal.log().slice(before))
  const outbound = lines.filter(({ msg }) => msg === 'upstream call')
  expect(outbound.length).toBeGreaterThan(10)
  expect(outbound.filter(({ requestId }) => !requestId)).toEqual([])
  // The log matches what the operator and the providers received.
  expect(outbound.filter(({ correlationId, requestId }) => correlationId !== undefined && correlationId !== requestId)).toEqual([])
  const about = lines.filter(speaksOfPayment)
  expect(new Set(about.map(({ msg }) => msg))).toEqual(new Set(['request completed', 'upstream call']))
  expect(about.filter(({ reference }) => !reference)).toEqual([])
  expect(new Set(about.map(({ reference }) => reference))).toEqual(new Set(references.values()))
  for (const [method, reference] of references) {
    const own = outbound.filter((line) => line.system === method)
    expect(new Set(own.map((line) => line.reference)), method).toEqual(new Set(method === 'airtime' ? [] : [reference]))
    // One id from the visitor's press to the provider.
    const pressed = lines.filter((line) => line.reference === reference && /process$|auth\/initiate$/.test(line.route ?? ''))
    expect(
      pressed.some(({ requestId }) => outbound.some((line) => line.requestId === requestId && line.reference === reference)),
      method,
    ).toBe(true)
  }
  expect(portal.log().slice(before)).not.toMatch(/90000001/)
})

/** Everything the browser sends and stores. */
function watchBrowser(page: Page): { addresses: string[]; bodies: string[] } {
  const seen = { addresses: [] as string[], bodies: [] as string[] }
  page.on('request', (request) => {
    seen.addresses.push(request.url())
    seen.bodies.push(request.postData() ?? '')
  })
  return seen
}

async function keptIn(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), location.href, document.cookie]))
}

/** A PIN as a separate word: its digits inside a time or a long random id are a coincidence. */
const ANY_PIN = new RegExp(`(?<![\\w.-])(${WRONG_PIN}|${RIGHT_PIN})(?![\\w-])`)

test('MM-1, MM-3 a code, a wrong PIN, the right one: paid once, and the PIN is in no address, body, storage or log', async ({
  page,
  request,
}) => {
  const payers = payersIn(request, portalHere.sandboxUrl)
  const sent = watchBrowser(page)
  await choose(page, { msisdn: '90730001', amount: 650, method: 'Ténéré Money Avec votre code secret' })
  await proveNumber(page, payers, '90730002', 'Numéro de mobile')
  await enterPin(page, WRONG_PIN)
  await expect(page.getByText('Code secret incorrect. Encore 4 essais.')).toBeVisible()
  await expect(page.getByLabel(PIN_LABEL)).toBeFocused()
  await expect(page.getByLabel(PIN_LABEL)).toHaveValue('')
  expect(await payers.moneyOf('90730002')).toEqual({ captured: 0, refunded: 0 })
  await enterPin(page, RIGHT_PIN)
  await expectHeading(page, PAID)
  expect(await payers.moneyOf('90730002')).toEqual({ captured: 650, refunded: 0 })
  expect(await payers.creditsTo('90730001')).toEqual([650])
  expect(sent.addresses.join('\n')).not.toMatch(ANY_PIN)
  expect(sent.bodies.join('\n')).not.toMatch(ANY_PIN)
  expect(await keptIn(page)).not.toMatch(ANY_PIN)
  const log = portalHere.log().replace(/"pid":\d+/g, '')
  expect(log).toContain('auth/process')
  expect(log).not.toMatch(ANY_PIN)
})

test('OTP-4 for a number that cannot receive a code, the page says so before any dialog, and does not say that a code was sent', async ({
  page,
  request,
}) => {
  await choose(page, { msisdn: '90730021', amount: 650, method: 'Ténéré Money Avec votre code secret' })
  for (const stranger of ['70000001', '20730001']) {
    await page.getByLabel('Numéro de mobile').fill(stranger)
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page.getByRole('alert')).toContainText('Nous ne pouvons pas envoyer de SMS à ce numéro.')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(/Nous avons envoyé un code/)).toHaveCount(0)
  }
  await proveNumber(page, payersIn(request, portalHere.sandboxUrl), '90730022', 'Numéro de mobile')
  await expect(page.getByLabel(PIN_LABEL)).toBeVisible()
})

test('MM-1 1006: the fifth wrong PIN locks the wallet, and the page says whom to call', async ({ page, request }) => {
  const payers = payersIn(request, portalHere.sandboxUrl)
  await choose(page, { msisdn: '90730003', amount: 650, method: 'Ténéré Money' })
  await proveNumber(page, payers, '90730004', 'Numéro de mobile')
  for (const left of ['Encore 4 essais.', 'Encore 3 essais.', 'Encore 2 essais.', 'C’est votre dernier essai.']) {
    await enterPin(page, WRONG_PIN)
    await expect(page.getByText(`Code secret incorrect. ${left}`)).toBeVisible()
  }
  await enterPin(page, WRONG_PIN)
  await expect(page.getByText(/Votre portefeuille est bloqué.*Appelez le [0-9]+, ou composez [*#0-9]+/)).toBeVisible()
  expect(await payers.moneyOf('90730004')).toEqual({ captured: 0, refunded: 0 })
  expect(await payers.creditsTo('90730003')).toEqual([])
})

test('LEAD-4 MAP-2 an address that is found nowhere leads to the map, then to confirm or edit', async ({ page, request }) => {
  await expect(async () => {
    await openDetails(page)
    await page.getByRole('combobox', { name: 'Ville' }).fill('Qwx')
    await page.getByRole('option', { name: TOWN }).click({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await page.getByLabel('Nom et prénom').fill('Amina Issoufou')
  await page.getByLabel('Numéro de mobile Ténéré Mobile').fill('92000043')
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirmez l’adresse d’installation')
  await expect(page.getByText('Nous n’avons pas trouvé cette adresse')).toBeVisible()
  await scripted(page)
  // The map's initial centre is not taken for the visitor's place.
  const dialog = page.getByRole('dialog', { name: 'Est-ce le bon endroit ?' })
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(dialog).toContainText('Pas placée : l’adresse saisie compte')
  await expect(dialog.getByRole('link', { name: 'Modifier' })).toHaveAttribute('href', '/hbb-lead/details')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Afficher la carte' }).click()
  await page.getByRole('searchbox').fill('nullepartdutout')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Aucun lieu du Niger ne correspond.')).toBeVisible()
  await page.getByRole('searchbox').fill('Dosso')
  await page.keyboard.press('Enter')
  await expect(page.locator('input[name=lat]')).toHaveValue(/^13\./)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(dialog).toContainText(/Dosso/)
  await dialog.getByRole('button', { name: 'Confirmer' }).click()
  await answerCode(page, request, '92000043', portalHere.sandboxUrl)
  await expectInTheEnd(page.getByRole('link', { name: 'Aller au paiement' })).toBeVisible()
})
