import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { CARDS, creditsTo } from '../support/buying-steps.ts'
import { choose, expectHeading, PAID, payersIn, push } from '../support/wallet-steps.ts'

/** The screen of a URL; all payment methods count as one. */
const screenOf = (url: URL) => (url.pathname.startsWith('/payment/start') ? 'hub' : `${url.host}${url.pathname}`)

/** A press on a link, a button or a choice is a tap; filling a field is one, too, unless it has the focus. Screens are the visited pages. */
function countTaps(page: Page) {
  let taps = 0
  const screens = new Set<string>()
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && frame.url() !== 'about:blank') screens.add(screenOf(new URL(frame.url())))
  })
  return {
    async press(target: Locator) {
      taps += 1
      await target.click()
    },
    async fill(field: Locator, text: string) {
      taps += 1
      await field.fill(text)
    },
    /** A field that has the focus already needs no tap. */
    async type(field: Locator, text: string) {
      await expect(field).toBeFocused()
      await page.keyboard.type(text)
    },
    counted: () => ({ taps, screens: screens.size }),
  }
}

const homeNumber = (page: Page) => page.getByLabel('Numéro à recharger')
const thousand = (page: Page) => page.getByRole('button', { name: /^1.000.F/ })
const pay = (page: Page) => page.getByRole('button', { name: /^Payer 1.000/ })

test('HUB-1 MM-2 from the home page to a paid recharge with the wallet: 4 taps, 3 screens', async ({ page, request }) => {
  const visitor = countTaps(page)
  await page.goto('/')
  await visitor.fill(homeNumber(page), '90770021')
  await visitor.press(thousand(page))
  await visitor.press(page.getByRole('link', { name: 'Ténéré Money' }))
  await expect(page).toHaveURL(/\/payment\/start\/tenere-money/)
  await visitor.press(pay(page))
  await expect(page).toHaveURL(/\/payment\/status\?id=/, { timeout: 25_000 })
  await payersIn(request).answerPrompt('90770021', { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  expect(await creditsTo(request, '90770021')).toEqual([1000])
  expect(visitor.counted()).toEqual({ taps: 4, screens: 3 })
})

test('PAID-2 the same recharge again, from its receipt: 2 taps', async ({ page, request }) => {
  const line = '90770031'
  await choose(page, { msisdn: line, amount: 1000, method: 'Ténéré Money' })
  await push(page, line)
  const payers = payersIn(request)
  await payers.answerPrompt(line, { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  const first = page.url()
  const visitor = countTaps(page)
  await visitor.press(page.getByRole('button', { name: /^Recharger encore 1.000.F$/ }))
  await expect(page).toHaveURL(/\/payment\/start\/tenere-money\?purchase=/)
  await visitor.press(pay(page))
  await expect(page).toHaveURL(/\/payment\/status\?id=/, { timeout: 25_000 })
  expect(page.url()).not.toBe(first)
  await payers.answerPrompt(line, { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  await expect.poll(() => creditsTo(request, line)).toEqual([1000, 1000])
  expect(visitor.counted()).toEqual({ taps: 2, screens: 2 })
})

test('CARD-1 CARD-2 a second payment by card in one visit, its e-mail address known: 4 taps', async ({ page, request }) => {
  const line = '90770052'
  const byCard = async (visitor: ReturnType<typeof countTaps>, email: string | null) => {
    await page.goto('/')
    await visitor.fill(homeNumber(page), line)
    await visitor.press(thousand(page))
    await expect(page).toHaveURL(/\/payment\/start\/card/)
    if (email) await visitor.fill(page.getByLabel('Adresse e-mail'), email)
    await visitor.press(pay(page))
    await visitor.press(page.locator(`button[name=card][value="${CARDS.pays}"]`))
    await expectHeading(page, PAID)
  }
  await byCard(countTaps(page), 'amina@example.ne')
  const visitor = countTaps(page)
  await byCard(visitor, null)
  expect(await creditsTo(request, line)).toEqual([1000, 1000])
  expect(visitor.counted()).toEqual({ taps: 4, screens: 4 })
})

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })

  test('CARD-1 CARD-2 a first payment by card, its e-mail address typed where the page waits for it: 4 taps', async ({ page, request }) => {
    const visitor = countTaps(page)
    await page.goto('/')
    await visitor.fill(homeNumber(page), '90770033')
    await visitor.press(thousand(page))
    await expect(page).toHaveURL(/\/payment\/start\/card/)
    await visitor.type(page.getByLabel('Adresse e-mail'), 'amina@example.ne')
    await visitor.press(pay(page))
    await visitor.press(page.locator(`button[name=card][value="${CARDS.pays}"]`))
    await expectHeading(page, PAID)
    expect(await creditsTo(request, '90770033')).toEqual([1000])
    expect(visitor.counted()).toEqual({ taps: 4, screens: 4 })
  })
})

for (const { way, javaScriptEnabled, taps, msisdn } of [
  { way: 'with script', javaScriptEnabled: true, taps: 5, msisdn: '90770022' },
  { way: 'without script, where one more lets the server recognise the line', javaScriptEnabled: false, taps: 6, msisdn: '90770023' },
])
  test.describe(way, () => {
    // A phone, whose keyboard comes with a tap only.
    test.use({ javaScriptEnabled, isMobile: true, hasTouch: true })
    test(`HUB-1 CARD-2 from the home page to a recharge paid by card: ${taps} taps, 4 screens`, async ({ page, request }) => {
      const visitor = countTaps(page)
      await page.goto('/')
      await visitor.fill(homeNumber(page), msisdn)
      if (!javaScriptEnabled) await visitor.press(page.getByRole('button', { name: 'Continuer' }))
      await visitor.press(thousand(page))
      await expect(page).toHaveURL(/\/payment\/start\/card/)
      await visitor.fill(page.getByLabel('Adresse e-mail'), 'amina@example.ne')
      await visitor.press(pay(page))
      await visitor.press(page.locator(`button[name=card][value="${CARDS.pays}"]`))
      await expect(page).toHaveURL(/\/payment\/status\?id=/)
      await expectHeading(page, PAID)
      expect(await creditsTo(request, msisdn)).toEqual([1000])
      expect(visitor.counted()).toEqual({ taps, screens: 4 })
    })
  })
