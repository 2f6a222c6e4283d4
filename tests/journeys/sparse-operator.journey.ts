import { expect, scripted, test } from '../support/journey.ts'
import { chooseAirtime, creditsTo, ledgerOf, payByCard } from '../support/shop-window.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'

/** An operator that tells no more than its documents require (docs/decisions/0052-what-a-filter-proves.md), with a portal of its own. */
let own: RunningPortal
let started: Promise<RunningPortal> | undefined

test.describe.configure({ mode: 'serial', timeout: 120_000 })

async function startWithSparseOperator(): Promise<RunningPortal> {
  const portal = await startPortal()
  const spoken = await fetch(`${portal.sandboxUrl}/control/dialect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ face: 'tmforum', dialect: 'sparse' }),
  })
  expect(await spoken.json()).toMatchObject({ tmforum: 'sparse' })
  return portal
}

test.use({
  async portal({ browserName: _anyBrowser }, provide) {
    started ??= startWithSparseOperator()
    own = await started
    await provide(own.portalUrl)
  },
})
test.afterAll(() => own.stop())

test('airtime reaches the line of an operator that names neither lines nor accounts', async ({ page, request }) => {
  await chooseAirtime(page, { msisdn: '91770001', amount: 1000 })
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
  await expect(page.getByText('Payé. Le crédit est sur la ligne.')).toBeVisible()
  expect(await creditsTo(request, '91770001', own.sandboxUrl)).toEqual([1000])
})

test('a bundle whose price is only named is shown, bought and activated', async ({ page, request }) => {
  await page.goto('/data-bundle')
  await scripted(page)
  await page.getByLabel('Numéro de mobile').fill('91770002')
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  await page
    .getByRole('button', { name: /^Acheter/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  await scripted(page)
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
  const orders = (await ledgerOf(request, own.sandboxUrl)).filter(({ kind, msisdn }) => kind === 'order' && msisdn === '91770002')
  expect(orders).toHaveLength(1)
})

test('a bill that names no account is shown to whoever proves the account, and paid once', async ({ page, request }) => {
  await page.goto('/orp/fixed-internet')
  await scripted(page)
  await page.getByLabel('Numéro de compte').fill('P1234567890')
  await page.getByLabel('Adresse e-mail enregistrée').fill('amina@example.ne')
  await page.getByRole('button', { name: 'Voir les factures' }).click()
  await expect(page.getByText('3 factures à payer')).toBeVisible()
  await page.getByRole('button', { name: 'Payer la facture FI-2026-0101' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  await payByCard(page, { gateway: 'DPO Pay', card: 'pays' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Merci, c’est réussi', { timeout: 20_000 })
  const paid = (await ledgerOf(request, own.sandboxUrl)).filter(({ kind }) => kind === 'bill-payment')
  expect(paid).toMatchObject([{ amount: 25_000 }])
})
