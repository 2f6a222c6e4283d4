import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { chooseAirtime } from '../support/buying-steps.ts'
import { untilWorker } from '../support/until-worker.ts'
import { chooseMethod, expectHeading, PAID, payersIn, push } from '../support/wallet-steps.ts'

const keptTicket = (page: Page) => page.evaluate(() => sessionStorage.getItem('keptTicket'))

/** An error page: the server refuses a form marked as encrypted that is not. */
async function meetError(page: Page): Promise<void> {
  await page.evaluate(() => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/' })
    for (const [name, value] of Object.entries({ msisdn: '90000001', sealing: 'on' }))
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
    document.body.append(form)
    form.submit()
  })
}

test('ROUTE-8 STATE-1 an error page shows the stored purchase with a link back to it, and none without one', async ({ page }) => {
  await page.goto('/about')
  await scripted(page)
  await meetError(page)
  await expect(page.getByText('Toujours bloqué ?')).toBeVisible()
  await scripted(page)
  await expect(page.getByText('Votre achat est gardé')).toBeHidden()

  await chooseAirtime(page, { msisdn: '90770031', amount: 1000 })
  await scripted(page)
  expect(await keptTicket(page)).not.toContain('90770031')
  await meetError(page)
  await expect(page.getByRole('heading', { name: 'Votre achat est gardé' })).toBeVisible()
  await expect(page.getByText(/Recharge de crédit\s?1.000.F pour 90.••.••.31/)).toBeVisible()
  await page.getByRole('link', { name: 'Reprendre' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
})

test('LOAD-1 while a payment is being sent, the ticket and a sentence about the money stand above the overlay', async ({ page }) => {
  await chooseAirtime(page, { msisdn: '90770033', amount: 1000 })
  await scripted(page)
  const sentence = page.getByText('Nous envoyons la demande. Rien n’est encore débité.')
  await expect(sentence).toBeHidden()
  // Simulates the shell during a slow navigation, when the browser cannot be queried.
  await page.evaluate(() => dispatchEvent(new CustomEvent('guichet:loading', { detail: true })))
  for (const shown of [sentence, page.getByText('Envoi…'), page.getByText('1 000 F').first()]) {
    await expect(shown).toBeVisible()
    const isOnTop = await shown.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(isOnTop).toBe(true)
  }
})

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow', failsOnPageErrors: false })

  test('GEN-8 the offline page shows the stored purchase; a started one is not shown', async ({ page, context, request }) => {
    await chooseAirtime(page, { msisdn: '90770032', amount: 1000 })
    await untilWorker(page)
    await context.setOffline(true)
    await page.goto('/more-tenere-money')
    await expect(page.getByText(/1.000.F pour ?→ 90.••.••.32/).first()).toBeVisible()
    await expect(page.getByText('Il ne sera pas payé deux fois.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('contentinfo')).toBeVisible()

    await page.goto('/payment/start')
    await chooseMethod(page, 'Ténéré Money')
    await push(page, '90770032')
    await payersIn(request).answerPrompt('90770032', { answer: 'accept', pin: '1234' })
    await expectHeading(page, PAID)
    expect(await keptTicket(page)).toBeNull()
    await context.setOffline(true)
    await page.goto('/more-tenere-money')
    await expect(page.getByRole('heading', { name: 'Pas de connexion' })).toBeVisible()
    await expect(page.getByText('Il ne sera pas payé deux fois.').first()).toBeHidden()
  })
})

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test.describe(`motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } })
    test('HUB-1 the ticket goes along from page to page, and nothing moves where that is not wanted', async ({ page }) => {
      await page.addInitScript(() =>
        addEventListener('pagereveal', (event) =>
          Object.assign(window, { hasMoved: (event as Event & { viewTransition: unknown }).viewTransition !== null }),
        ),
      )
      await chooseAirtime(page, { msisdn: '90770033', amount: 1000 })
      await chooseMethod(page, 'Ténéré Money')
      await expect(page).toHaveURL(/\/payment\/start\/tenere-money/)
      expect(await page.evaluate(() => 'hasMoved' in window && window.hasMoved)).toBe(reducedMotion === 'no-preference')
      expect(await page.locator('[data-ticket]').evaluate((ticket) => getComputedStyle(ticket).viewTransitionName)).toBe('ticket')
    })
  })
