import type { Locator, Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { watchNetworkIdle } from '../support/network-idle.ts'

const CARD = '4929 4949 1234 5670'
const SENTENCE = `PIN 73915528 ${CARD} canari@exemple-prive.ne`
const SECRETS = ['73915528', CARD, '4929494912345670', 'canari@exemple']

/** Later pages of a tab are also checked for leftovers of earlier ones. */
const PAGES_PER_TAB = 7

/** Pages with fields; values typed there must not stay in the browser. */
const PAGES = [
  '/',
  '/prepaid-recharge',
  '/data-bundle',
  '/broadband-recharge',
  '/check-balance',
  '/postpaid-bill-pay',
  '/postpaid-bill-pay?fetch=account',
  '/orp/fixed-internet',
  '/hbb-lead/details?plan=HBB_5G_50',
  '/hbb-lead-status',
  '/give_your_feedback',
  '/gethelp',
  '/openNetworks',
  '/storeLocator',
]

/** Everything that a browser stores of a visit beyond the page. */
async function whatStays(page: Page): Promise<string> {
  const inPage = await page.evaluate(() =>
    JSON.stringify([
      location.href,
      performance.getEntriesByType('navigation').map(({ name }) => name),
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      history.state,
    ]),
  )
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`)
  const all = [page.url(), inPage, ...cookies].join('\n')
  return `${all}\n${all.replaceAll('+', ' ').replaceAll('%20', ' ').replaceAll('%40', '@')}`
}

async function expectNothingStays(page: Page, where: string): Promise<void> {
  const kept = await whatStays(page)
  for (const secret of SECRETS) expect(kept, where).not.toContain(secret)
}

/** Fills every field of the form that takes a text. */
async function fillAll(form: Locator): Promise<number> {
  const fields = await form.locator('input:not([type=hidden]):not([type=radio]):not([type=checkbox]), textarea').all()
  const shown: Locator[] = []
  for (const field of fields) if ((await field.isVisible()) && (await field.isEditable())) shown.push(field)
  for (const field of shown) await field.fill(SENTENCE)
  return shown.length
}

const formOn = (page: Page) =>
  page
    .locator('main form')
    .filter({ has: page.locator('input:not([type=hidden]), textarea') })
    .first()

/** The visible button: the first one is hidden and handles Enter. */
const buttonOf = (form: Locator) => form.locator('button:not([type=button], [aria-hidden=true]):visible').first()

for (let first = 0; first < PAGES.length; first += PAGES_PER_TAB) {
  const walked = PAGES.slice(first, first + PAGES_PER_TAB)
  test(`abuse 86 abuse 62 what is typed by mistake stays nowhere in the browser: ${walked.join(' ')}`, async ({ page }) => {
    const isQuiet = watchNetworkIdle(page)
    for (const path of walked) {
      await test.step(path, async () => {
        await page.goto(path)
        await scripted(page)
        expect(await fillAll(formOn(page))).toBeGreaterThan(0)
        await expectNothingStays(page, 'typed')
        const button = buttonOf(formOn(page))
        const isAnswered = isQuiet()
        // The button may be aria-disabled meanwhile; it is pressed nevertheless.
        if (await button.isEnabled()) await button.click({ force: true })
        // Some forms show their errors at once, without a request to the server.
        await expect.poll(isAnswered, { intervals: [50] }).toBe(true)
        await expectNothingStays(page, 'sent')
      })
    }
  })
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('abuse 86 abuse 62 what is typed by mistake stays nowhere in a browser without script', async ({ page }) => {
    await page.goto('/prepaid-recharge')
    expect(await fillAll(formOn(page))).toBeGreaterThan(0)
    await expectNothingStays(page, 'typed')
    const arrived = page.waitForEvent('domcontentloaded')
    await buttonOf(formOn(page)).click()
    await arrived
    await expectNothingStays(page, 'sent')
  })
})

test.describe('addresses', () => {
  test('abuse 86 an address with a secret is left for the same one without it', async ({ page }) => {
    await page.goto(`/gethelp?q=${encodeURIComponent(SENTENCE)}`)
    await expectNothingStays(page, 'at once')
    expect(decodeURIComponent(new URL(page.url()).search)).toContain('••••')
    await scripted(page)
    await expectNothingStays(page, 'with script')
  })

  test('abuse 86 a search by script shows the masked words in the address, and going back shows no secret either', async ({ page }) => {
    await page.goto('/gethelp')
    await scripted(page)
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill(`mon PIN 73915528`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/q=mon\+PIN\+%E2%80%A2/)
    await expectNothingStays(page, 'searched')
    await page.goBack()
    await expect(page).toHaveURL(/\/gethelp$/)
    await expectNothingStays(page, 'back')
  })

  test('abuse 58 pages, their data, files and what is absent carry the security headers', async ({ request, portal }) => {
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(await (await request.get(`${portal}/`)).text()) ?? []
    expect(script).toContain('/assets/')
    for (const url of [
      `${portal}/`,
      `${portal}/gethelp.data`,
      new URL(script, portal).href,
      `${portal}/favicon.svg`,
      `${portal}/no-such-page`,
      `${portal}/assets/none.js`,
    ]) {
      const headers = (await request.get(url)).headers()
      expect(headers['x-content-type-options'], url).toBe('nosniff')
      expect(headers['referrer-policy'], url).toBe('same-origin')
      expect(headers['content-security-policy'], url).toContain("frame-ancestors 'none'")
      expect(headers['cross-origin-opener-policy'], url).toBe('same-origin-allow-popups')
    }
  })
})
