import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, scripted, test } from '../support/journey.ts'
import { untilWorker } from '../support/until-worker.ts'
import { choose, expectHeading, PAID, payersIn, push } from '../support/wallet-steps.ts'

test.use({ serviceWorkers: 'allow', failsOnPageErrors: false })

/** A recharge paid on the phone; returns the URL of its receipt. */
async function aReceipt(page: Page, request: APIRequestContext, { line, payer }: { line: string; payer: string }): Promise<string> {
  await choose(page, { msisdn: line, amount: 1750, method: 'Ténéré Money' })
  await push(page, payer)
  await payersIn(request).answerPrompt(payer, { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  return `/payment/receipt/${new URL(page.url()).searchParams.get('id') ?? ''}`
}

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('kept-receipts'))

test('OFF-5 RCPT-1 a receipt is kept on the phone when it is asked for, opens without a network as a dated copy with a masked number, and goes with one tap', async ({
  page,
  context,
  request,
}) => {
  const path = await aReceipt(page, request, { line: '90774001', payer: '90774002' })
  await page.goto(path)
  await scripted(page)
  expect(await kept(page)).toBeNull()
  await page.getByRole('button', { name: 'Garder le reçu' }).click()
  await expect(page.getByText('Une copie est sur ce téléphone.')).toBeVisible()
  await expectAccessible(page)
  expect(await kept(page)).toMatch(/90\s••\s••\s01/)
  expect(await kept(page)).not.toMatch(/90\s?77\s?40|[A-Za-z0-9_-]{22}/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Retirer le reçu' })).toBeVisible()

  await page.goto('/on-this-phone')
  await untilWorker(page)
  await page.getByRole('link', { name: 'Voir les reçus gardés' }).click()
  await expect(page.getByText(/1.750.F.CFA → 90.••.••.01/)).toBeVisible()
  await expect(page.getByText(/^Copie du .* L’état a pu changer depuis\.$/)).toBeVisible()
  await expectAccessible(page)

  await context.setOffline(true)
  // The payment page is never served from the phone; the saved receipt is offered on the offline page.
  for (const address of ['/on-this-phone/receipts', path, '/']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Pas de connexion' })).toBeVisible()
    await expect(page.getByText(/1.750.F.CFA → 90.••.••.01/).first(), address).toBeVisible()
    await expect(page.getByText(/^Copie du/)).toBeVisible()
  }
  const cached = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached.filter((name) => /payment|receipts/.test(name))).toEqual([])
  await context.setOffline(false)
  // It opens the requested page by itself.
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.goto('/on-this-phone/receipts')
  await page.getByRole('button', { name: /^Retirer le reçu G/ }).click()
  await expect(page.getByText(/^Le reçu G.* n’est plus gardé\.$/)).toBeFocused()
  await expect(page.getByText('Aucun reçu n’est gardé.')).toBeVisible()
  expect(await kept(page)).toBeNull()
})

test.describe('in English, on a desk', () => {
  test.use({ language: 'en', viewport: { width: 1440, height: 900 } })

  const RECEIPT = {
    reference: 'GAAA-BBBB-CCCC',
    what: 'Airtime',
    sum: 'XOF 500',
    goal: '90 •• •• 01',
    state: 'Delivered',
    date: 'yesterday',
  }
  const put = (page: Page, text: string) => page.evaluate((value) => localStorage.setItem('kept-receipts', value), text)

  test('OFF-5 two tabs agree about saved receipts, and the button that erases the phone’s storage removes them', async ({
    page,
    context,
  }) => {
    await page.goto('/on-this-phone/receipts')
    await put(
      page,
      JSON.stringify([
        { ...RECEIPT, keptAt: 1_790_000_000_000 },
        { ...RECEIPT, reference: 'GDDD', keptAt: 1 },
      ]),
    )
    await page.reload()
    await expect(page.getByText('XOF 500 → 90 •• •• 01')).toHaveCount(2)
    const other = await context.newPage()
    await other.goto('/on-this-phone/receipts')
    await page.getByRole('button', { name: 'Remove the receipt GAAA-BBBB-CCCC' }).click()
    await expect(page.getByRole('button', { name: 'Remove the receipt GDDD' })).toBeFocused()
    await expect(other.getByText('XOF 500 → 90 •• •• 01')).toHaveCount(1)
    await other.goto('/on-this-phone')
    await other.getByRole('link', { name: 'Erase everything from this phone' }).click()
    await other.getByRole('button', { name: 'Yes, erase everything' }).click()
    await expect(other.getByText(/^Everything is erased/)).toBeVisible()
    await expect(page.getByText('No receipt is kept.')).toBeVisible()
  })

  test('OFF-5 whatever others wrote into storage stays text, and a browser that refuses storage says so', async ({
    page,
    browser,
    portal,
  }) => {
    await page.goto('/on-this-phone/receipts')
    await put(page, JSON.stringify([{ ...RECEIPT, what: '<img src=x onerror=document.title=1>', keptAt: 1 }, { reference: 7 }]))
    await page.reload()
    await expect(page.getByText('<img src=x')).toBeVisible()
    await expect(page.locator('main img')).toHaveCount(0)
    await put(page, '[{"reference":"G')
    await page.reload()
    await expect(page.getByText('No receipt is kept.')).toBeVisible()
    const context = await browser.newContext()
    const refused = await context.newPage()
    await refused.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('refused', 'SecurityError')
        },
      }),
    )
    await refused.goto(`${portal}/on-this-phone/receipts`)
    await expect(refused.getByText('Ce navigateur ne permet pas à ce site de garder quoi que ce soit.')).toBeVisible()
    await context.close()
  })
})
