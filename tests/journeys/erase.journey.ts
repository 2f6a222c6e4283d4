import type { APIRequestContext, Page } from '@playwright/test'
import { API_PREFIX } from '../../src/calls/addresses.ts'
import { PAGE_TABLE } from '../../src/composition/page-table.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, scripted, test } from '../support/journey.ts'
import { creditsTo, sharedSandbox } from '../support/buying-steps.ts'
import { payersIn } from '../support/wallet-steps.ts'

test.use({ serviceWorkers: 'allow' })

type Filled = { line: string; payer: string; purchase: string; payment: string; canaries: string[] }

/** A visit with every kind of data, created by the calls of pages. */
async function fillVisit(page: Page, portal: string, { line, payer }: { line: string; payer: string }): Promise<Filled> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`${portal}${API_PREFIX}/${path}`, { data, headers: { origin: portal, lang: 'fr' } })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return ((await answer.json()) as { result: Record<string, string> }).result
  }
  await post('visit/v1/prefill', { type: 'prepaid', msisdn: line })
  for (const purpose of ['FIND', 'BALANCE']) {
    const { refId } = await post('otp/v1/send-otp', { msisdn: line, purpose })
    await expect.poll(async () => (await smsCount(page.request, line)) > 0).toBe(true)
    await post('otp/v1/verify-otp', { refId, otp: await payersIn(page.request).codeFor(line) })
  }
  const purchase = { kind: 'airtime', msisdn: line, redirectPage: '/prepaid-recharge' }
  const { purchaseId: paid } = await post('transaction/v1/purchase', { ...purchase, amount: 1350 })
  const { transactionId } = await post('transaction/v1/initiate', { txnId: paid, amount: 1350 })
  await post('transaction/v1/process', { transactionId, paymentMode: 'TENERE_MONEY_PUSH', paymentMobile: payer })
  const { purchaseId } = await post('transaction/v1/purchase', { ...purchase, amount: 1450 })
  const form = { email: 'payeur@canari.ne', gateway: 'dpo' }
  await page.request.post(`${portal}/payment/start/card?purchase=${purchaseId}`, { form, maxRedirects: 0, headers: { origin: portal } })
  await post('subscriber/v1/fixed-internet/validate', { accountNo: 'E1234567890', contactPersonEmailId: 'contact@example.ne' })
  await post('lead/v1/plan', { productCode: 'HBB_5G_50' })
  const values = { name: 'Canari Visiteur', msisdn: line, email: 'canari-5g@example.ne', city: 'Niamey', address: 'Rue du Canari 12' }
  await post('lead/v1/details', { productCode: 'HBB_5G_50', values, website: '' })
  const canaries = [line, payer, 'canari', 'payeur@canari.ne', 'E1234567890', 'contact@example.ne', 'FI-2026', '1450FCFA']
  return { line, payer, purchase: purchaseId ?? '', payment: transactionId ?? '', canaries }
}

async function smsCount(request: APIRequestContext, msisdn: string): Promise<number> {
  return ((await (await request.get(`${sharedSandbox()}/control/sms/${msisdn}`)).json()) as unknown[]).length
}

/** Every page of the table, and the URLs under which pages show data of a visit. */
function addresses({ purchase }: Filled): string[] {
  const table = Object.keys(PAGE_TABLE).map((path) =>
    path
      .replace(':category?', '')
      .replaceAll(/:[a-z]+/g, 'bcdfghjklmnpqrstvwxzbcdf')
      .replace('*', 'no-such-page'),
  )
  const hubs = table.filter((path) => path.startsWith('/payment/start'))
  return [
    ...table,
    ...hubs.map((path) => `${path}?purchase=${purchase}`),
    '/find-payment?list=shown',
    '/check-balance?balance=shown',
    '/hbb-lead/details?plan=HBB_5G_50',
    '/on-this-phone?erase=ask',
  ]
}

/** The text of the page and the data in the browser, without spaces. */
async function found(page: Page, canaries: readonly string[]): Promise<string[]> {
  const read = () =>
    page.evaluate(() => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('input,textarea,select')].map(({ value }) => value)
      const stored = [localStorage, sessionStorage].flatMap((storage) => Object.values(storage).map(String))
      return [document.documentElement.outerHTML, ...fields, ...stored].join('\n')
    })
  // A page may navigate by itself while it is read.
  const seen = await read().catch(() => page.waitForLoadState().then(read))
  const plain = seen.replaceAll(/\s|&nbsp;|\u00A0|\u202F/g, '').toLowerCase()
  return canaries.filter((canary) => plain.includes(canary.toLowerCase()))
}

async function walk(page: Page, filled: Filled): Promise<Record<string, string[]>> {
  const shown: Record<string, string[]> = {}
  for (const address of addresses(filled)) {
    await page.goto(address)
    const canaries = await found(page, filled.canaries)
    if (canaries.length > 0) shown[address] = canaries
  }
  return shown
}

/** The same as the server renders it, for a visitor with these cookies. */
async function written(page: Page, filled: Filled): Promise<string[]> {
  const pages = await Promise.all(addresses(filled).map(async (address) => (await page.request.get(address)).text()))
  const plain = pages
    .join('')
    .replaceAll(/\s|&nbsp;|\u00A0|\u202F/g, '')
    .toLowerCase()
  return filled.canaries.filter((canary) => plain.includes(canary.toLowerCase()))
}

async function erase(page: Page): Promise<void> {
  await page.goto('/on-this-phone')
  await page.getByRole('link', { name: 'Tout effacer de ce téléphone' }).click()
  await expect(page.getByText('Un paiement est en cours')).toBeVisible()
  await expect(page.getByText(/G[A-Z2-9]{3}-[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9] · 1.350.F.CFA/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Oui, tout effacer' }).click()
  await expect(page.getByText('Tout est effacé de ce téléphone, et cette visite est terminée.')).toBeVisible()
  await expectAccessible(page)
}

test.setTimeout(240_000)

test('ERASE-1 after erasing, no page shows anything of the visit: all pages, Back, other tabs, a cookie from before; the payment finishes', async ({
  page,
  context,
  portal,
}) => {
  const filled = await fillVisit(page, portal, { line: '90775101', payer: '90775102' })
  // Each value is shown somewhere before erasing, so that the search for it is valid.
  expect(await written(page, filled)).toEqual(filled.canaries)
  await page.goto('/prepaid-recharge')
  await page.evaluate(
    (number) => localStorage.setItem('kept-numbers', JSON.stringify({ answer: 'yes', numbers: [{ number, name: 'Canari' }], seen: [] })),
    filled.line,
  )
  const before = await context.cookies()
  const other = await context.newPage()
  await other.goto('/payment/start')
  expect(await found(other, filled.canaries)).toContain(filled.line)
  for (const address of ['/', '/orp/fixed-internet', '/find-payment?list=shown', `/payment/status?id=${filled.payment}`]) {
    await page.goto(address)
    await scripted(page)
  }

  await erase(page)
  expect((await context.cookies()).map(({ name }) => name).filter((name) => name !== 'lang')).toEqual(['erased'])
  await other.bringToFront()
  await other.evaluate(() => dispatchEvent(new Event('focus')))
  await expect.poll(() => found(other, filled.canaries).catch(() => ['leaving'])).toEqual([])
  await page.bringToFront()
  for (let step = 0; step < 7; step += 1) {
    // The page of before leaves by itself as soon as it is shown, which ends the navigation to it.
    await page.goBack().catch((error: Error) => expect(error.message).toContain('ERR_ABORTED'))
    await page.waitForLoadState()
    expect(await found(page, filled.canaries), `back to ${page.url()}`).toEqual([])
  }
  expect(await walk(page, filled)).toEqual({})
  await context.clearCookies()
  await context.addCookies(before)
  expect(await written(page, filled)).toEqual([])

  await payersIn(page.request).answerPrompt(filled.payer, { answer: 'accept', pin: '1234' })
  await expect.poll(() => creditsTo(page.request, filled.line), { timeout: 40_000 }).toEqual([1350])
})
