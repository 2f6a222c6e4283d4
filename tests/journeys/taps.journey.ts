import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { CARDS, creditsTo } from '../support/buying-steps.ts'
import { expectHeading, PAID, payersIn } from '../support/wallet-steps.ts'

/** The screen of a URL; all payment methods count as one. */
const screenOf = (url: URL) => (url.pathname.startsWith('/payment/start') ? 'hub' : `${url.host}${url.pathname}`)

/** A press on a link, a button or a choice is a tap; filling a field is one, too. Screens are the visited pages. */
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

for (const { way, javaScriptEnabled, taps, msisdn } of [
  { way: 'with script', javaScriptEnabled: true, taps: 5, msisdn: '90770022' },
  { way: 'without script, where one more lets the server recognise the line', javaScriptEnabled: false, taps: 6, msisdn: '90770023' },
])
  test.describe(way, () => {
    test.use({ javaScriptEnabled })
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
