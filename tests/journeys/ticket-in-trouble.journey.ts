import { expect, test } from '../support/journey.ts'
import { payWithDoubt, payWithoutDelivery } from '../support/money-in-trouble.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'

/** A portal and a sandbox of its own: what goes wrong here must not trouble other journeys. */
let started: Promise<RunningPortal> | undefined
let own: RunningPortal

test.describe.configure({ mode: 'serial', timeout: 120_000 })
test.use({
  async portal({ browserName: _anyBrowser }, provide) {
    started ??= startPortal()
    own = await started
    await provide(own.portalUrl)
  },
})
test.afterAll(() => own.stop())

const TROUBLES = [
  { pay: payWithoutDelivery, msisdn: '90230001', state: 'running', title: 'Paiement reçu, livraison en cours' },
  { pay: payWithDoubt, msisdn: '90230002', state: 'review', title: 'Nous vérifions votre paiement' },
] as const

for (const { pay, msisdn, state, title } of TROUBLES)
  test(`STAT-5 the ticket of a payment that is neither delivered nor over says where it stands, also after a reload and in English: ${title}`, async ({
    page,
    request,
  }) => {
    await pay(page, { request, sandboxUrl: own.sandboxUrl }, msisdn)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 40_000 })
    await expect(page.locator(`[data-ticket=${state}]`)).toBeVisible()
    // Never 'failed', and never 'nothing was taken', while that is not known.
    await expect(page.getByText(/Rien n.a été débité|Paiement non abouti/)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.locator(`[data-ticket=${state}]`)).toBeVisible()
  })
