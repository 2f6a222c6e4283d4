import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'
import { choose, enterPin, expectHeading, PAID, payersIn, PIN_LABEL, proveNumber } from '../support/wallet-steps.ts'

const ROOT = join(import.meta.dirname, '../..')
const WRONG_PIN = '9876'
const RIGHT_PIN = '1234'

/** A portal of an operator whose editors switched the PIN on (enableAmPin), with a log that hides nothing. */
let own: Promise<RunningPortal> | undefined
let portalHere: RunningPortal

async function startWithPin(): Promise<RunningPortal> {
  const portal = await startPortal({ LOG_LEVEL: 'debug' })
  const config = JSON.parse(await readFile(join(ROOT, 'content/fr/product-config.json'), 'utf8')) as object
  const folder = join(portal.dataFolder, 'edited/fr')
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'product-config.json')
  await writeFile(file, JSON.stringify({ ...config, enableAmPin: true }))
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'src/commands/content-command.ts'), 'import', file], {
    encoding: 'utf8',
    env: { ...process.env, GUICHET_DATA: portal.dataFolder },
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return portal
}

test.describe.configure({ mode: 'default' })

test.use({
  async portal({ browserName: _anyBrowser }, provide) {
    own ??= startWithPin()
    portalHere = await own
    await provide(portalHere.portalUrl)
  },
})
test.afterAll(async () => (await own)?.stop())

/** Everything the browser sends and keeps. */
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

/** A PIN as a word of its own: inside a time or a long random name its digits mean nothing. */
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

test('OTP-4 a number that cannot receive a code is told so before any dialog, and nothing is said to be sent', async ({
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
