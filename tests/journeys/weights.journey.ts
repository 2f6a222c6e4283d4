import type { Page } from '@playwright/test'
import { resetVisit, expect, test } from '../support/journey.ts'
import { answerCode, fillDetails, openDetails } from '../support/lead-steps.ts'
import { countReceived, type Received } from '../support/received-bytes.ts'
import { saveData } from '../support/island-steps.ts'
import { expectHeading, PAID, payersIn, push } from '../support/wallet-steps.ts'

const KILOBYTE = 1000
const MAX_REQUESTS = 4
/** A reused tab is cheaper than a new one; the cache is off. */
const PAGES_PER_TAB = 7
/** Compressed bodies, with data saving on: no island hydrates without a touch. */
const MAX_BYTES = { reading: 10 * KILOBYTE, form: 12.15 * KILOBYTE, list: 14.35 * KILOBYTE } as const
/** Forms have a budget of 82; a list in the page is added, and what an unfinished number or one of another kind is told. */
const AFTER_TOUCH = { reading: 82 * KILOBYTE, form: 83.6 * KILOBYTE, list: 86.5 * KILOBYTE } as const

const PAGES: {
  path: string
  kind: keyof typeof MAX_BYTES
  mostBytes?: number
  mostRequests?: number
  touched?: string
}[] = [
  { path: '/', kind: 'form' },
  { path: '/about', kind: 'reading' },
  { path: '/privacy-policy', kind: 'reading' },
  { path: '/table', kind: 'reading' },
  { path: '/contact-us', kind: 'reading' },
  // Its texts say for each thing what is kept.
  { path: '/on-this-phone', kind: 'form', mostBytes: 12.25 * KILOBYTE },
  { path: '/on-this-phone/receipts', kind: 'form' },
  { path: '/more-tenere-money', kind: 'reading' },
  // Two drawings: the signpost, and the tiles in two colours.
  { path: '/page-not-found', kind: 'reading', mostBytes: 10.2 * KILOBYTE },
  { path: '/payment/status', kind: 'reading' },
  // It begins like the home page, with the whole landscape.
  { path: '/gethelp', kind: 'reading', mostBytes: 10.15 * KILOBYTE },
  { path: '/gethelp/remboursement/debite', kind: 'reading' },
  { path: '/gethelp/question/701-j-ai-ete-debite-mais-je-n-ai-rien', kind: 'reading' },
  // All help, fetched once for offline use.
  { path: '/gethelp/all', kind: 'list', mostBytes: 19 * KILOBYTE },
  { path: '/storeLocator/all', kind: 'list' },
  // Every network's answer is in the page with its drawing, so that choosing one costs nothing more.
  { path: '/openNetworks?q=zinder', kind: 'reading', mostBytes: 11.8 * KILOBYTE },
  { path: '/openNetworks', kind: 'form' },
  { path: '/give_your_feedback', kind: 'form' },
  { path: '/prepaid-recharge', kind: 'form', touched: 'Numéro de mobile' },
  // Usual amounts and bundles.
  { path: '/prepaid-recharge?msisdn=90000001', kind: 'list', mostBytes: 14.65 * KILOBYTE, touched: 'Numéro de mobile' },
  { path: '/data-bundle', kind: 'form', touched: 'Numéro de mobile' },
  { path: '/data-bundle?msisdn=90000001', kind: 'list', touched: 'Numéro de mobile' },
  // The table of bundles and its questions.
  { path: '/broadband-recharge', kind: 'form', mostBytes: 12.4 * KILOBYTE, touched: 'Numéro' },
  { path: '/postpaid-bill-pay', kind: 'form', touched: 'Numéro de mobile' },
  { path: '/check-balance', kind: 'form', touched: 'Numéro' },
  { path: '/find-payment', kind: 'form' },
  { path: '/ask', kind: 'form' },
  { path: '/r/bcdfghjklmnpqrstvwxzbcdf', kind: 'reading' },
  { path: '/v/GV95ULKNDHNBGbcdfghjklm', kind: 'reading' },
  { path: '/orp/fixed-internet', kind: 'form' },
  // One more for the picture of the device, which the operator's content names.
  { path: '/hbb-lead', kind: 'form', mostRequests: 5, touched: 'Confort' },
  { path: '/hbb-lead/details?plan=HBB_5G_50', kind: 'form', touched: 'Nom et prénom' },
  { path: '/hbb-lead-status', kind: 'form', touched: 'Numéro' },
  { path: '/storeLocator', kind: 'list' },
  { path: '/storeLocator?q=niamey', kind: 'list' },
]

type PageToWeigh = (typeof PAGES)[number] & { received: () => Received; elsewhere: string[] }

async function expectWeight(page: Page, { path, kind, touched, received, elsewhere, ...own }: PageToWeigh): Promise<void> {
  await resetVisit(page)
  // What a page counts, it tells when it is left.
  await page.goto('about:blank')
  received()
  await page.goto(path, { waitUntil: 'networkidle' })
  const before = received()
  test.info().annotations.push({ type: 'budget', description: `${path}: ${before.bytes} bytes, ${before.requests} requests` })
  expect(before.isReactThere).toBe(false)
  // All of a tab are measured in one run.
  expect.soft(before.bytes, path).toBeLessThanOrEqual(own.mostBytes ?? MAX_BYTES[kind])
  expect(before.requests).toBeLessThanOrEqual(own.mostRequests ?? MAX_REQUESTS)
  expect(elsewhere.filter((url) => !/^(?:data|about):/.test(url))).toEqual([])
  if (touched === undefined) return
  await page.getByLabel(touched).first().focus()
  await expect(page.locator('x-island').first()).toHaveAttribute('data-state', 'awake')
  await page.waitForLoadState('networkidle')
  const after = before.bytes + received().bytes
  test.info().annotations.push({ type: 'budget', description: `${path}: ${after} bytes once touched` })
  expect.soft(after, `${path} once touched`).toBeLessThanOrEqual(AFTER_TOUCH[kind])
}

for (let first = 0; first < PAGES.length; first += PAGES_PER_TAB) {
  const weighed = PAGES.slice(first, first + PAGES_PER_TAB)
  test(`the budget of each page is kept, untouched and touched: ${weighed.map(({ path }) => path).join(' ')}`, async ({ page, portal }) => {
    await saveData(page)
    const received = await countReceived(page)
    const elsewhere: string[] = []
    page.on('request', (request) => new URL(request.url()).origin !== portal && elsewhere.push(request.url()))
    for (const each of weighed) await test.step(each.path, () => expectWeight(page, { ...each, received, elsewhere }))
  })
}

test('LEAD-4 LEAD-3 the pages of a 5G request after its details keep the budget of a form, before the map is asked for', async ({
  page,
  request,
}) => {
  const received = await countReceived(page)
  const expectLight = async (name: string) => {
    const address = page.url()
    // What a page counts, it tells when it is left.
    await page.goto('about:blank')
    received()
    await page.goto(address, { waitUntil: 'networkidle' })
    const { bytes, requests, isReactThere } = received()
    test.info().annotations.push({ type: 'budget', description: `${name}: ${bytes} bytes, ${requests} requests` })
    expect(isReactThere).toBe(false)
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES.form)
    expect(requests).toBeLessThanOrEqual(MAX_REQUESTS)
  }
  await openDetails(page)
  await fillDetails(page, { msisdn: '92000061', town: 'Niamey' })
  await saveData(page)
  await page.getByRole('button', { name: 'Montrer d’abord l’endroit sur la carte' }).click()
  await expect(page).toHaveURL(/\/hbb-lead\/address$/)
  await expectLight('address')
  await page.goto('/hbb-lead/details')
  await fillDetails(page, { msisdn: '92000061', town: 'Niamey' })
  await page.getByRole('button', { name: 'Continuer' }).click()
  await answerCode(page, request, '92000061')
  await expect(page).toHaveURL(/\/hbb-lead\/done/)
  await expectLight('done')
})

async function recharge(page: Page, amount: RegExp): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Numéro à recharger').fill('90770001')
  await page.getByRole('button', { name: amount }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  await page.getByRole('link', { name: 'Ténéré Money' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/tenere-money/)
  await push(page, '90770002')
}

test('S6 a whole first recharge by a request on the phone costs about 50 KB, the next one about 35 KB', async ({ page, request }) => {
  await saveData(page)
  const received = await countReceived(page, { isCacheOff: false })
  const costs: number[] = []
  for (const amount of [/^500.F/, /^1.000.F/]) {
    await recharge(page, amount)
    await payersIn(request).answerPrompt('90770002', { answer: 'accept', pin: '1234' })
    await expectHeading(page, PAID)
    await page.waitForLoadState('networkidle')
    costs.push(received().bytes)
  }
  test.info().annotations.push({ type: 'budget', description: `recharges: ${costs.join(', then ')} bytes` })
  // 49 and 34 where the wallet answers at once; each second it takes is one more look at the payment.
  expect(costs[0]).toBeLessThanOrEqual(55 * KILOBYTE)
  expect(costs[1]).toBeLessThanOrEqual(40 * KILOBYTE)
})
