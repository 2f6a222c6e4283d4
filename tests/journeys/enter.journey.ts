import type { Locator, Page } from '@playwright/test'
import { API_PREFIX } from '../../src/calls/addresses.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, scripted, test } from '../support/journey.ts'
import { PAGES } from '../support/pages-under-test.ts'
import { ledgerOf } from '../support/buying-steps.ts'
import { watchNetworkIdle } from '../support/network-idle.ts'

/** With a known number, for which lists with buttons are below the field. */
const KNOWN = [
  '/prepaid-recharge?msisdn=90000001&amount=500',
  '/data-bundle?msisdn=90000001',
  '/broadband-recharge?msisdn=90000005',
  '/postpaid-bill-pay?msisdn=90000003',
  '/check-balance?msisdn=90000001',
]
const TEXT = 'main input:is([type=text],[type=tel],[type=email],[type=search],[type=number],:not([type])):visible:enabled'
const NUMBER = /^\/(data-bundle|broadband-recharge|prepaid-recharge)\?msisdn/

/** Possible effects of a press: a purchase of this visit, a payment, a movement of money. */
async function bought(page: Page, portal: string): Promise<unknown[]> {
  const read = async (path: string) =>
    ((await (await page.request.get(`${portal}${API_PREFIX}/transaction/v1/${path}`)).json()) as { result: unknown }).result
  return [await read('pending'), await read('open')]
}

async function fillIfEmpty(field: Locator): Promise<void> {
  if ((await field.inputValue()) === '') await field.fill((await field.getAttribute('inputmode')) === 'numeric' ? '90000001' : 'niamey')
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })
    test.setTimeout(300_000)

    test('NUM-2 Enter in any text field orders, pays and deletes nothing', async ({ page, portal, request }) => {
      const nothing = [{ purchaseId: null, transactionId: null }, []]
      const before = (await ledgerOf(request)).filter(({ msisdn }) => msisdn === '90000005').length
      const isQuiet = watchNetworkIdle(page)
      let pressed = 0
      for (const path of new Set([...PAGES.map((each) => each.path), ...KNOWN])) {
        await page.goto(path)
        const count = await page.locator(TEXT).count()
        for (let place = 0; place < count; place += 1) {
          if (place > 0) await page.goto(path)
          if (javaScriptEnabled) await scripted(page)
          const field = page.locator(TEXT).nth(place)
          await field.focus()
          if (javaScriptEnabled) await scripted(page)
          await fillIfEmpty(field)
          const isAnswered = isQuiet()
          await field.press('Enter')
          await expect.poll(isAnswered, { intervals: [50] }).toBe(true)
          await page.waitForLoadState()
          pressed += 1
          expect(page.url(), path).not.toMatch(/payment\/(start|status)\/?.*=/)
          expect(await bought(page, portal), `${path} field ${place}`).toEqual(nothing)
          if (NUMBER.test(path)) await expect(page.getByRole('button', { name: /^Acheter/ }).first(), path).toBeVisible()
        }
      }
      expect(pressed).toBeGreaterThan(20)
      expect((await ledgerOf(request)).filter(({ msisdn }) => msisdn === '90000005').length).toBe(before)
    })
  })

test('NUM-2 Enter in the amount leads to the button that buys, which a second Enter presses', async ({ page }) => {
  await page.goto('/prepaid-recharge?msisdn=90000001&amount=500')
  await page.getByRole('textbox', { name: 'Montant' }).focus()
  await scripted(page)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Acheter du crédit' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
})
