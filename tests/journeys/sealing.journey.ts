import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { strip } from '../support/network-cut.ts'
import { creditsTo, payByCard } from '../support/buying-steps.ts'
import { untilShell } from '../support/island-steps.ts'
import { choose, enterPin, expectHeading, PAID, payersIn, proveNumber } from '../support/wallet-steps.ts'

const KEY = '**/security/v1/sealing-key*'
const SEALED_NUMBER = /(^|&)msisdn=sealed\./

/** Everything that the browser sends to the portal. */
function watchSending(page: Page, portal: string) {
  const sent: { url: string; body: string }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().startsWith(portal))
      sent.push({ url: request.url(), body: decodeURIComponent((request.postData() ?? '').replaceAll('+', ' ')) })
  })
  return {
    all: () => sent.map(({ body }) => body).join('\n'),
    marked: () => sent.filter(({ body }) => /sealing=on/.test(body)).length,
    posts: (path: RegExp) => sent.filter(({ url }) => path.test(url)).map(({ body }) => body),
  }
}

/** The built file of the encryption. */
function whatSeals(): string {
  const files = globSync(join(import.meta.dirname, '../../build/browser/assets/*.js'))
  const file = files.find((path) => readFileSync(path, 'utf8').includes('security/v1/sealing-key'))
  if (!file) throw new Error('nothing seals')
  return basename(file)
}

const HOME = /^https?:\/\/[^/]+\/$/
const homeNumber = (page: Page) => page.getByLabel('Numéro à recharger')

/** The number of the home page. The island that recognises it never loads: the form itself is sent. */
async function openHome(page: Page, msisdn: string): Promise<void> {
  const nothing = { contentType: 'text/javascript', body: 'export default () => {}' }
  const [, file = ''] = /data-files="([^ "]+)/.exec(await (await page.request.get('/')).text()) ?? []
  await page.route(`**${file}`, (route) => route.fulfill(nothing))
  await page.goto('/')
  await untilShell(page)
  await homeNumber(page).fill(msisdn)
}

async function expectTaken(page: Page, msisdn: string): Promise<void> {
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible({ timeout: 25_000 })
  await expect(homeNumber(page)).toHaveValue(msisdn.replace(/(..)(?=.)/g, '$1 '))
}

const goOn = (page: Page) => page.getByRole('button', { name: 'Continuer' })

test('GEN-5 GEN-7 number and e-mail address leave the browser encrypted, from forms and from calls, and the payment succeeds', async ({
  page,
  portal,
}) => {
  const sending = watchSending(page, portal)
  await page.goto('/prepaid-recharge')
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill('90830001')
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  await page.getByRole('textbox', { name: 'Montant' }).fill('700')
  await page.getByRole('button', { name: 'Acheter du crédit' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card/)
  await scripted(page)
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await expectHeading(page, PAID)
  expect(sending.all()).not.toMatch(/90 ?83 ?00 ?01|amina@example\.ne/)
  expect(sending.all()).toContain('sealed.')
  expect(sending.marked()).toBe(2)
})

test('GEN-7 number, code and PIN of a wallet leave the browser encrypted', async ({ page, request, portal }) => {
  const sending = watchSending(page, portal)
  await choose(page, { msisdn: '90830002', amount: 600, method: 'SmartCash' })
  const payers = payersIn(request)
  await proveNumber(page, payers, '90830003')
  const code = await payers.codeFor('90830003')
  await enterPin(page, '1234')
  await expectHeading(page, PAID)
  expect(sending.all()).not.toMatch(new RegExp(`90 ?83 ?00 ?03|(?<![0-9])${code}(?![0-9])|"1234"`))
})

test('GEN-7 a form that carries the mark of the shell and a number in the clear is refused in words', async ({ request, portal }) => {
  const answer = await request.post(`${portal}/`, {
    form: { msisdn: '90830005', type: 'prepaid', sealing: 'on' },
    headers: { origin: portal },
  })
  expect(answer.status()).toBe(400)
  expect(await answer.text()).toContain('La saisie n’a pas pu être lue')
})

test('GEN-7 the Enter key sends a sealed form like its button, and presses while it is sealed send it once', async ({ page, portal }) => {
  const sending = watchSending(page, portal)
  await page.route(KEY, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await openHome(page, '90830006')
  await homeNumber(page).press('Enter')
  await goOn(page).dblclick()
  await homeNumber(page).press('Enter')
  await expectTaken(page, '90830006')
  expect(sending.posts(HOME)).toHaveLength(1)
  expect(sending.posts(HOME)[0]).toMatch(SEALED_NUMBER)
})

test('GEN-7 what is typed on while the form is sealed is what is sent', async ({ page, portal }) => {
  const sending = watchSending(page, portal)
  let release = () => {}
  const typed = new Promise<void>((resolve) => (release = resolve))
  await page.route(KEY, async (route) => {
    await typed
    await route.continue()
  })
  await openHome(page, '90830007')
  await homeNumber(page).press('Enter')
  await homeNumber(page).fill('90830008')
  release()
  await expectTaken(page, '90830008')
  expect(sending.posts(HOME)).toHaveLength(1)
})

test('GEN-7 a page that stands open while the key is changed, for days, is sent sealed with a new one', async ({ page, portal }) => {
  const sending = watchSending(page, portal)
  await page.clock.install()
  await openHome(page, '90830009')
  await page.waitForResponse(/sealing-key/).catch(() => null)
  await page.clock.setSystemTime(Date.now() + 3 * 86_400_000)
  const renewed = page.waitForRequest(/sealing-key/)
  await goOn(page).click()
  await renewed
  await expectTaken(page, '90830009')
  expect(sending.posts(HOME)[0]).toMatch(SEALED_NUMBER)
})

test('GEN-7 a form that is come back to is sealed anew', async ({ page, portal }) => {
  const sending = watchSending(page, portal)
  await openHome(page, '90830010')
  await goOn(page).click()
  await expectTaken(page, '90830010')
  await page.goto('/about')
  await page.goBack()
  await expect(homeNumber(page)).toHaveValue('90 83 00 10')
  await untilShell(page)
  await homeNumber(page).press('Enter')
  await expect.poll(() => sending.posts(HOME).length).toBe(2)
  await expectTaken(page, '90830010')
  const [first, second] = sending.posts(HOME)
  expect(first).toMatch(SEALED_NUMBER)
  expect(second).toMatch(SEALED_NUMBER)
  expect(second).not.toBe(first)
})

test.describe('GEN-7 where a seal is not to be had a form goes as without script, and is taken', () => {
  test.use({ failsOnPageErrors: false })

  const CASES: [string, (page: Page) => Promise<unknown>][] = [
    ['without WebCrypto', (page) => page.addInitScript(() => Object.defineProperty(globalThis, 'crypto', { value: {} }))],
    [
      'with the file of an older version that is gone',
      (page) => page.route(`**/${whatSeals()}`, (route) => route.fulfill({ status: 404 })),
    ],
    ['with a key that is refused', (page) => page.route(KEY, (route) => route.fulfill({ status: 503, body: '{}' }))],
    ['with a key that never comes', (page) => page.route(KEY, (_route: Route) => new Promise(() => {}))],
  ]
  for (const [title, arrange] of CASES)
    test(`GEN-7 ${title}`, async ({ page, portal }) => {
      await arrange(page)
      const sending = watchSending(page, portal)
      await openHome(page, '90830004')
      await goOn(page).click()
      await expectTaken(page, '90830004')
      expect(sending.posts(HOME)).toEqual([expect.stringMatching(/msisdn=90 ?83 ?00 ?04/)])
      expect(sending.marked()).toBe(0)
    })

  test('GEN-7 GEN-8 a network that goes while a form is sealed replaces no page: it goes out sealed, once, when it is back', async ({
    page,
    portal,
  }) => {
    const sending = watchSending(page, portal)
    let isCut = true
    for (const path of [KEY, '**/healthz']) await page.route(path, (route) => (isCut ? route.abort() : route.continue()))
    await openHome(page, '90830011')
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await goOn(page).click()
    await expect(strip(page)).toBeVisible()
    await goOn(page).click()
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    expect(sending.posts(HOME)).toEqual([])
    isCut = false
    await expectTaken(page, '90830011')
    expect(sending.posts(HOME)).toEqual([expect.stringMatching(SEALED_NUMBER)])
  })

  test('GEN-7 CARD-1 a payment whose calls find no key goes through all the same, once', async ({ page, portal, request }) => {
    await page.route(KEY, (route) => route.fulfill({ status: 503, body: '{}' }))
    const sending = watchSending(page, portal)
    await page.goto('/prepaid-recharge?msisdn=90830012&amount=800')
    await scripted(page)
    await page.getByRole('button', { name: 'Acheter du crédit' }).click()
    await expect(page).toHaveURL(/\/payment\/start\/card/)
    await scripted(page)
    await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
    await expectHeading(page, PAID)
    expect(sending.all()).not.toContain('sealed.')
    expect(await creditsTo(request, '90830012')).toEqual([800])
  })
})
