import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { openDetails } from '../support/lead-steps.ts'
import { chooseAirtime, smsTo } from '../support/buying-steps.ts'
import { choose, chooseMethod, payersIn, push, UNDER_WAY } from '../support/wallet-steps.ts'

const LINE_OFFER = '**/visit/v1/line-offer'
const LOST = { status: 200, contentType: 'text/html', body: '<p>' }
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('STATE-3 another language keeps the address with its id, and adds no page to go back to', async ({ page }) => {
  await choose(page, { msisdn: '90840001', amount: 700, method: 'Ténéré Money' })
  await push(page, '90840002')
  await scripted(page)
  const status = page.url()
  const pages = await page.evaluate(() => history.length)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(heading(page)).toContainText('In Processing')
  expect(page.url()).toBe(status)
  await scripted(page)
  expect(await page.evaluate(() => history.length)).toBe(pages)
  expect(await page.evaluate(() => sessionStorage.getItem('selectedLanguage'))).toBe('EN')
})

test('STATE-3 a payer who switches the language gets the SMS in it; another visitor with the link changes nothing', async ({
  page,
  request,
  browser,
  portal,
}) => {
  const payers = payersIn(request)
  await choose(page, { msisdn: '90840031', amount: 700, method: 'Ténéré Money' })
  await push(page, '90840032')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(heading(page)).toContainText('In Processing')
  const stranger = await browser.newContext({ baseURL: portal })
  const theirs = await stranger.newPage()
  await theirs.goto(page.url())
  await expect(heading(theirs)).toContainText(UNDER_WAY)
  await stranger.close()
  await payers.answerPrompt('90840032', { answer: 'accept', pin: '1234' })
  await expect(heading(page)).not.toContainText('In Processing', { timeout: 40_000 })
  await expect.poll(async () => (await smsTo(request, '90840032'))[0]).toContain('you paid')
  // MSG-1: the line is not the payer's.
  await expect.poll(async () => (await smsTo(request, '90840031'))[0]).toContain('de credit livres au')
})

test('STATE-3 a browser without cookies switches the language once, without a loop', async ({ page }) => {
  await page.route('**/language', (route) => route.fulfill({ status: 303, headers: { location: '/about' } }))
  const loads: string[] = []
  page.on('request', (sent) => {
    if (sent.isNavigationRequest()) loads.push(sent.url())
  })
  await page.goto('/about')
  await scripted(page)
  await page.getByRole('button', { name: 'English' }).click()
  await expect.poll(() => loads.length).toBe(2)
  await scripted(page)
  // One more page: it must load as requested, and stay.
  await page.goto('/gethelp')
  await scripted(page)
  await page.waitForLoadState('networkidle')
  expect(loads.map((url) => new URL(url).pathname)).toEqual(['/about', '/about', '/gethelp'])
})

test('a phone has the menu too, except on payment pages', async ({ page }) => {
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  for (const path of ['/', '/about', '/storeLocator']) {
    await page.goto(path)
    for (const name of ['Recharger', 'Forfaits', 'Factures', 'Paiements', 'Aide'])
      await expect(menu.getByRole('link', { name })).toBeInViewport()
  }
  await menu.getByRole('link', { name: 'Factures' }).click()
  await expect(page).toHaveURL('/postpaid-bill-pay')
  await chooseAirtime(page, { msisdn: '90840004', amount: 700 })
  await expect(page).toHaveURL(/\/payment\/start/)
  await expect(menu).toHaveCount(0)
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('GEN-2 an amount in the English field is grouped as English does, is paid as such, and stays after a refresh', async ({ page }) => {
    await page.goto('/prepaid-recharge')
    await scripted(page)
    await page.getByLabel('Mobile number').fill('90840005')
    await expect(page.getByText('Prepaid line of Ténéré Mobile')).toBeVisible()
    const amount = page.getByRole('textbox', { name: 'Amount' })
    await page.getByRole('button', { name: '1,000' }).click()
    await expect(amount).toHaveValue('1,000')
    await page.reload()
    await scripted(page)
    await expect(amount).toHaveValue('1,000')
    await amount.press('End')
    await amount.press('Backspace')
    await expect(amount).toHaveValue('100')
    await amount.fill('1,500')
    await page.getByRole('button', { name: 'BUY AIRTIME' }).click()
    await expect(page.getByRole('region', { name: 'Your purchase' })).toContainText(/1,500.F/)
  })
})

test('FORM-2 FORM-4 a required field that is left empty says so, and what is missing names the consent', async ({ page }) => {
  await openDetails(page)
  await expect(page.getByText(/Il manque encore\s: .*votre accord/)).toBeVisible()
  await page.getByLabel('Nom et prénom').focus()
  await page.getByLabel('Adresse e-mail').focus()
  await expect(page.getByText(/Nom et prénom\s: à remplir/)).toBeVisible()
  await page.getByLabel('Nom et prénom').fill('Amina Issoufou')
  await expect(page.getByText(/Nom et prénom\s: à remplir/)).toHaveCount(0)
})

test.describe('with mistakes on purpose', () => {
  test.use({ failsOnPageErrors: false })

  for (const { language, words, reload } of [
    { language: 'fr', words: 'Une partie de cette page n’a pas pu être chargée.', reload: 'Rouvrir la page' },
    { language: 'en', words: 'A part of this page could not be loaded.', reload: 'Open the page again' },
  ] as const) {
    test.describe(language, () => {
      test.use({ language })

      test('ROUTE-8 a file that fails, or does not come in two minutes, is answered with an offer to load the page again', async ({
        page,
      }) => {
        await page.clock.install()
        await page.goto('/prepaid-recharge')
        const [own = ''] = ((await page.locator('x-island').first().getAttribute('data-files')) ?? '').split(' ')
        // It never answers.
        await page.route(`**${own}*`, () => {})
        await page.reload()
        await page.locator('html[data-shell=on]').waitFor()
        await page.locator('input[name=msisdn]').focus()
        const strip = page.getByText(words)
        await page.clock.fastForward(119_000)
        await expect(strip).toBeHidden()
        await page.clock.fastForward(2_000)
        await expect(strip).toBeVisible()
        await page.unroute(`**${own}*`)
        await page.getByRole('link', { name: reload }).click()
        await expect(page).toHaveURL('/prepaid-recharge')
        await expect(strip).toBeHidden()
      })
    })
  }

  /** Measured from the moment it was shown, independent of the machine's speed. */
  async function expectToldFor(page: Page, seconds: number): Promise<void> {
    const toast = page.locator('[data-toast]')
    await expect(toast).toContainText('Un problème est survenu')
    const shown = Number(await toast.getAttribute('data-shown-at'))
    await page.clock.pauseAt(shown + seconds * 1000 - 100)
    await expect(toast).toBeVisible()
    await page.clock.fastForward(200)
    await expect(toast).toBeHidden()
  }

  const noteWhenShown = (page: Page) =>
    page.evaluate(() => {
      const toast = document.querySelector('[data-toast]')
      if (!toast) throw new Error('no toast on this page')
      const note = () => toast.setAttribute('data-shown-at', String(Date.now()))
      new MutationObserver(note).observe(toast, { attributeFilter: ['hidden'] })
    })

  test('TOAST-1 ERR-1 on recharge pages a lost response is reported for three seconds', async ({ page }) => {
    await page.clock.install()
    await page.route(LINE_OFFER, (route) => route.fulfill(LOST))
    await page.goto('/prepaid-recharge')
    await scripted(page)
    await noteWhenShown(page)
    await page.getByLabel('Numéro de mobile').fill('90840021')
    await expectToldFor(page, 3)
  })

  test('TOAST-1 ERR-1 on payment pages it is reported for ten', async ({ page }) => {
    await chooseAirtime(page, { msisdn: '90840022', amount: 700 })
    await page.clock.install()
    await chooseMethod(page, 'SmartCash')
    await page.route('**/otp/v1/send-otp', (route) => route.fulfill(LOST))
    await noteWhenShown(page)
    await page.getByRole('button', { name: 'Continuer', exact: true }).click()
    await expectToldFor(page, 10)
  })
})

test.describe('without the worker, whose requests cannot be held', () => {
  test.use({ serviceWorkers: 'block' })

  test('LOAD-1 a visitor who stops a slow purchase gets the page back, and can buy', async ({ page, browserName }) => {
    test.skip(browserName !== 'chromium', 'only its protocol presses the button that stops')
    let isSlow = true
    await page.route(/prepaid-recharge/, async (route) => {
      if (route.request().method() !== 'POST' || !isSlow) await route.fallback()
    })
    // While a page is under way the protocol reads nothing of the old one, except what it logs.
    await page.addInitScript(() => {
      // oxlint-disable-next-line no-console -- read by this test
      const log = () => console.log(document.querySelector<HTMLElement>('[data-loading]')?.hidden ? 'uncovered' : 'covered')
      addEventListener('DOMContentLoaded', () =>
        new MutationObserver(log).observe(document.body, { subtree: true, attributeFilter: ['hidden'] }),
      )
    })
    const logged = (word: string) => page.waitForEvent('console', (message) => message.text() === word)
    await page.goto('/prepaid-recharge?msisdn=90110066&amount=700')
    await scripted(page)
    const devtools = await page.context().newCDPSession(page)
    const covered = logged('covered')
    await page.evaluate(() => void setTimeout(() => document.querySelector<HTMLElement>('[value=airtime]')?.click()))
    await covered
    isSlow = false
    const uncovered = logged('uncovered')
    await devtools.send('Page.stopLoading')
    await uncovered
    await page.getByRole('button', { name: 'Acheter du crédit' }).click()
    await expect(page).toHaveURL(/\/payment\/start/)
  })
})
