import { expect, scripted, test } from '../support/journey.ts'
import { payWithDoubt, payWithoutDelivery } from '../support/faulty-payments.ts'
import { chooseAirtime } from '../support/buying-steps.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'
import { choose, payersIn } from '../support/wallet-steps.ts'
import { takePictures } from './take-pictures.ts'

/** A portal and a sandbox of its own: what goes wrong here must not be in other pictures. */
let started: Promise<RunningPortal> | undefined
let own: RunningPortal

test.describe.configure({ mode: 'serial' })
test.use({
  actionTimeout: 20_000,
  failsOnPageErrors: false,
  async portal({ browserName: _anyBrowser }, provide) {
    started ??= startPortal()
    own = await started
    await provide(own.portalUrl)
  },
})
test.afterAll(() => own.stop())

test('pictures of a payment that is being sent, and of ways to pay without a network', async ({ page }) => {
  await chooseAirtime(page, { msisdn: '90640061', amount: 1000 })
  const hub = page.url()
  await takePictures(page, 'hub-being-sent', async () => {
    await page.goto(hub)
    await scripted(page)
    await page.evaluate(() => dispatchEvent(new CustomEvent('guichet:loading', { detail: true })))
  })
  await takePictures(page, 'hub-without-network', async () => {
    await page.context().setOffline(false)
    await page.goto(hub)
    await scripted(page)
    await page.context().setOffline(true)
    await expect(page.getByText(/Pas de connexion|No connection/).first()).toBeVisible()
  })
  await page.context().setOffline(false)
})

test('pictures of a PIN', async ({ page, request }) => {
  await page.goto(own.portalUrl)
  await takePictures(page, 'hub-pin', async (language) => {
    const msisdn = language === 'fr' ? '90640062' : '90640063'
    // The first steps read French.
    await page.context().addCookies([{ name: 'lang', value: 'fr', url: own.portalUrl }])
    await choose(page, { msisdn, amount: 1000, method: 'SmartCash' })
    await page.context().addCookies([{ name: 'lang', value: language, url: own.portalUrl }])
    await page.reload()
    await scripted(page)
    await page.locator('input[name=msisdn]').fill(msisdn)
    await page.locator('#method-form button[type=submit]').click()
    const code = await payersIn(request, own.sandboxUrl).codeFor(msisdn)
    await page.getByRole('dialog').getByRole('textbox').fill(code)
    await expect(page.locator('input[name=pin]')).toBeVisible()
  })
})

test('pictures of a page that could not be shown', async ({ page }) => {
  await chooseAirtime(page, { msisdn: '90640064', amount: 1000 })
  await takePictures(page, 'error', async () => {
    await page.goto('/about')
    await scripted(page)
    await page.evaluate(() => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/' })
      for (const [name, value] of Object.entries({ msisdn: '90000001', sealing: 'on' }))
        form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
      document.body.append(form)
      form.submit()
    })
    await expect(page.getByText(/Toujours bloqué|Still stuck/)).toBeVisible()
  })
})

test('pictures of the page without a network', async ({ page }) => {
  await page.goto('/about')
  await takePictures(page, 'offline', async () => {
    await page.goto('/offline.html')
    // It has no shell to wait for.
    await page.evaluate(() => document.documentElement.setAttribute('data-shell', 'on'))
  })
})

test('pictures of a payment that is paid and not delivered', async ({ page, request }) => {
  await payWithoutDelivery(page, { request, sandboxUrl: own.sandboxUrl }, '90640065')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('livraison en cours', { timeout: 40_000 })
  await takePictures(page, 'status-not-delivered')
})

test('pictures of a payment that is under review', async ({ page, request }) => {
  await payWithDoubt(page, { request, sandboxUrl: own.sandboxUrl }, '90640066')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nous vérifions', { timeout: 40_000 })
  await takePictures(page, 'status-under-review')
})
