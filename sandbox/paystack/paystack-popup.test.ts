import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { findTestBrowser } from '../../tests/support/chromium.ts'
import { CARDS, payOn } from '../testing/card-payments.ts'
import { aPaystackPayment, initialize, verify } from '../testing/paystack-calls.ts'
import { aListeningSandbox, aSandbox } from '../testing/test-sandbox.ts'

const PATIENT_MS = 60_000

type Said = [name: string, data: Record<string, unknown>]

/** A portal with the popup's script on its page, in a real browser. */
async function aPortalPage() {
  let script = ''
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><h1>Portal</h1><script src="${script}"></script><script>window.said = []</script>`),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const portalUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sandbox = await aListeningSandbox({ portalUrl })
  script = `${sandbox.url}/sandbox/paystack/v2/inline.js`
  const browser = await chromium.launch({ executablePath: findTestBrowser(), args: ['--no-sandbox'] })
  onTestFinished(async () => {
    await browser.close()
    server.close()
  })
  const page = await browser.newPage()
  await page.goto(portalUrl)
  return { ...sandbox, page }
}

async function call(page: Page, method: 'resumeTransaction' | 'newTransaction', argument: unknown): Promise<void> {
  const source = `(() => {
    const note = (name) => (data) => window.said.push([name, data])
    const callbacks = { onSuccess: note('success'), onCancel: note('cancel'), onLoad: note('load'), onError: note('error') }
    const argument = ${JSON.stringify(argument)}
    window.popup = new PaystackPop()
    window.transaction = ${method === 'resumeTransaction' ? 'popup.resumeTransaction(argument, callbacks)' : 'popup.newTransaction({ ...argument, ...callbacks })'}
  })()`
  await page.evaluate(source)
}

const saidOn = async (page: Page) => page.evaluate<Said[]>('window.said')
const namesSaid = async (page: Page) => (await saidOn(page)).map(([name]) => name)

test('resumed in the popup: loaded, declined once, then paid, and the parent page is notified', { timeout: PATIENT_MS }, async () => {
  const { app, page } = await aPortalPage()
  const { access_code } = await aPaystackPayment(app)
  await call(page, 'resumeTransaction', access_code)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: 'Refusée' }).click()
  await expect.poll(async () => frame.getByRole('alert').textContent(), { timeout: 10_000 }).toContain('refusée')
  await frame.getByRole('button', { name: 'Paie', exact: false }).first().click()
  await expect.poll(async () => namesSaid(page), { timeout: 10_000 }).toEqual(['load', 'success'])
  const [load, success] = await saidOn(page)
  expect(load?.[1]).toMatchObject({ accessCode: access_code, customer: { email: 'amina@example.ne' } })
  expect(success?.[1]).toMatchObject({ reference: 'REF2345ABCD', status: 'success', message: 'Approved' })
  expect(await page.locator('iframe').count()).toBe(0)
})

test('cancelled in the popup, or by the page around it', { timeout: PATIENT_MS }, async () => {
  const { app, page } = await aPortalPage()
  const { access_code } = await aPaystackPayment(app)
  await call(page, 'resumeTransaction', access_code)
  await page.frameLocator('iframe').getByRole('button', { name: 'Annuler et revenir' }).click()
  await expect.poll(async () => namesSaid(page), { timeout: 10_000 }).toEqual(['load', 'cancel'])
  await call(page, 'resumeTransaction', access_code)
  await expect.poll(async () => namesSaid(page), { timeout: 10_000 }).toEqual(['load', 'cancel', 'load'])
  await page.evaluate('popup.cancelTransaction(transaction)')
  expect([(await namesSaid(page)).at(-1), await page.locator('iframe').count()]).toEqual(['cancel', 0])
})

test('a new transaction needs the public key; without it the parent page is notified', { timeout: PATIENT_MS }, async () => {
  const { app, page } = await aPortalPage()
  const fields = { email: 'amina@example.ne', amount: 150_000, reference: 'POP1' }
  await call(page, 'newTransaction', { ...fields, key: 'pk_test_other' })
  await expect.poll(async () => namesSaid(page), { timeout: 10_000 }).toEqual(['error'])
  await call(page, 'newTransaction', { ...fields, key: 'pk_test_guichet_sandbox' })
  await expect.poll(async () => namesSaid(page), { timeout: 10_000 }).toEqual(['error', 'load'])
  expect(await verify(app, 'POP1')).toMatchObject({
    status: 'ongoing',
    metadata: { referrer: expect.stringContaining('http://127.0.0.1') },
  })
})

test('only the portal may embed the frame and receive its messages', async () => {
  const { app } = await aSandbox({ portalUrl: 'http://localhost:3000' })
  const { access_code } = await aPaystackPayment(app)
  for (const url of ['/sandbox/paystack/popup', `/sandbox/paystack/checkout/${access_code}?popup=1`]) {
    const { headers, body } = await app.inject(url)
    expect(headers['content-security-policy']).toMatch(/frame-ancestors http:\/\/localhost:3000$/)
    expect(body).toContain('data-portal="http://localhost:3000"')
  }
})

test('in the popup nothing is redirected: the response holds the result', async () => {
  const { app } = await aSandbox()
  const { access_code } = (await initialize(app)).json<{ data: { access_code: string } }>().data
  const paid = await payOn(app, 'paystack', access_code, { card: CARDS.pays, popup: '1' })
  expect([paid.status, paid.body]).toEqual([200, expect.stringContaining('&quot;event&quot;:&quot;success&quot;')])
})
