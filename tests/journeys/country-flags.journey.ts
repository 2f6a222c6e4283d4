import type { APIRequestContext } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { CARDS, chooseGateway } from '../support/buying-steps.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'
import { ALL_FLAGS_FOLDER } from '../operators/all-flags/folder.ts'
import { payersIn } from '../support/wallet-steps.ts'

/** A portal with country flags that Niger lacks: more than one currency, bundles for postpaid lines, the balance of a router. */
let own: RunningPortal | undefined

type Movement = { kind: string; amount: number; currency: string }

test.describe.configure({ mode: 'serial', timeout: 90_000 })

test.describe('where the country’s flags are on', () => {
  test.use({
    async portal({ browserName: _anyBrowser }, provide) {
      own ??= await startPortal({ GUICHET_OPERATOR: ALL_FLAGS_FOLDER })
      await provide(own.portalUrl)
    },
  })
  test.afterAll(async () => own?.stop())

  async function ledgerOf(request: APIRequestContext): Promise<Movement[]> {
    return (await request.get(`${own?.sandboxUrl}/control/ledger`)).json()
  }

  async function fail(times: number): Promise<void> {
    const fault = { face: 'tmforum', operation: 'exchange-rate.read', match: { toCurrency: 'CDF' }, times, do: { status: 404 } }
    const headers = { 'content-type': 'application/json' }
    await fetch(`${own?.sandboxUrl}/control/faults`, { method: 'POST', headers, body: JSON.stringify(fault) })
  }

  test('DATA-1 where the country’s flag is on, a postpaid line is sold its bundles', async ({ page }) => {
    await page.goto('/data-bundle')
    await scripted(page)
    await page.getByLabel('Numéro de mobile').fill('90000003')
    await expect(page.getByText('Ligne postpayée Ténéré Mobile')).toBeVisible()
    await page
      .getByRole('button', { name: /^Acheter/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
    await scripted(page)
    const pending = JSON.parse((await page.evaluate(() => sessionStorage.getItem('queryData'))) ?? '{}')
    expect(pending).toMatchObject({ lineType: 'POSTPAID', transactionType: 'POSTPAID_BUNDLES' })
  })

  test.describe('in English', () => {
    test.use({ language: 'en', viewport: { width: 360, height: 800 } })

    test('BB-2 a code opens the popup My Active Bundle; what is unlimited is a dash, and a phone is no router', async ({
      page,
      request,
    }) => {
      await page.goto('/broadband-recharge')
      await scripted(page)
      await page.getByRole('link', { name: 'Fetch your Data Balance' }).click()
      const number = page.getByRole('dialog').getByLabel('Router or MiFi number')
      await number.fill('90000001')
      await page.getByRole('button', { name: 'Send me the code by SMS' }).click()
      await expect(page.getByRole('dialog').getByText('Invalid Mobile No')).toBeVisible()
      await number.fill('90000005')
      await page.getByRole('button', { name: 'Send me the code by SMS' }).click()
      await page.getByLabel('6-digit code').fill(await payersIn(request, own?.sandboxUrl).codeFor('90000005'))
      const rows = page.getByRole('dialog', { name: 'My Active Bundle' }).getByRole('row')
      await expect(rows).toHaveCount(4)
      // A name is in English once the catalogue was read: it never waits for the operator.
      await expect(rows.filter({ hasText: /MiFi (Month 20 GB|Mois 20 Go)/ })).toContainText(/12\.4.GB/)
      await expect(
        rows
          .filter({ hasText: /MiFi (Unlimited nights|Nuits illimitées)/i })
          .getByRole('cell')
          .nth(1),
      ).toHaveText('-')
      await expect(rows.filter({ hasText: 'Airtime' })).toContainText(/XOF.500/)
      // Escape closes hydrated dialogs only.
      await scripted(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL(/\/broadband-recharge$/)
    })

    test('HUB-4 the switch shows the conversion and the total; what is shown is what is charged and what went through', async ({
      page,
      request,
    }) => {
      const before = await ledgerOf(request)
      await page.goto('/prepaid-recharge?msisdn=90650002&amount=1000')
      await scripted(page)
      await page.getByRole('button', { name: 'BUY AIRTIME' }).click()
      await expect(page.getByRole('link', { name: 'XOF, West African CFA Franc' })).toHaveAttribute('aria-current', 'true')

      await page.getByRole('link', { name: /^USD/ }).click()
      await expect(page.getByText(/XOF.1,000 = USD.1\.64/)).toBeVisible()
      await expect(page.getByRole('region', { name: 'Your purchase' })).toContainText(/USD.1\.64/)
      await expect(page.getByRole('definition').last()).toHaveText(/USD.1\.64/)
      await expect(page.getByRole('link', { name: /MPESA/ })).toHaveCount(0)
      await scripted(page)
      const pending = JSON.parse((await page.evaluate(() => sessionStorage.getItem('queryData'))) ?? '{}')
      expect(pending).toMatchObject({ enableDualCurrency: true, usdAmount: 1.64, amount: 1000, currency: 'XOF' })
      await expectAccessible(page)

      await fail(1)
      await page.getByRole('link', { name: /^CDF/ }).click()
      await expect(page.getByRole('alert')).toContainText('something went wrong!')
      await expect(page.getByRole('button', { name: /Pay 1,000.F/ })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Try again' }).click()
      await expect(page.getByText(/XOF.1,000 = CDF.4,653\.07/)).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)

      await chooseGateway(page, 'UBA')
      await page.getByLabel('E-mail address').fill('amina@example.ne')
      await page.getByRole('button', { name: /Pay CDF.4,653\.07/ }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('CDF')
      await page.locator(`button[name=card][value="${CARDS.pays}"]`).click()
      await expect(page.getByText(/Amount asked for: CDF.4,653\.07/)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you / Successful', { timeout: 30_000 })
      const moved = (await ledgerOf(request)).slice(before.length).map(({ kind, amount, currency }) => `${kind} ${amount} ${currency}`)
      expect(moved.toSorted()).toEqual(['capture 4653.07 CDF', 'credit 1000 XOF'])
    })
  })
})
