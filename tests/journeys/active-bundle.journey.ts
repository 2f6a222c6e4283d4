import type { APIRequestContext } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'

/** A portal of a country that offers what Niger does not. Each journey has its own: a number gets one code a minute. */
let own: RunningPortal | undefined

test.describe.configure({ mode: 'serial', timeout: 90_000 })

async function newCode(request: APIRequestContext): Promise<string> {
  const texts = async () => {
    const answer = await request.get(`${own?.sandboxUrl}/control/sms/90000005`)
    return ((await answer.json()) as { text: string }[])[0]?.text ?? ''
  }
  await expect.poll(texts).toMatch(/[0-9]{6}/)
  return /[0-9]{6}/.exec(await texts())?.[0] ?? ''
}

test('BB-2 in Niger the broadband page has no link to the data balance', async ({ page }) => {
  await page.goto('/broadband-recharge?balance=code')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recharger un routeur')
  await expect(page.getByText('Consulter mon solde de données')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test.describe('where the country flag is on', () => {
  test.use({
    async portal({ browserName: _anyBrowser }, provide) {
      own = await startPortal({ COUNTRY_PROFILE: 'NE-all-flags' })
      await provide(own.portalUrl)
      await own.stop()
    },
  })

  test.describe('in English', () => {
    test.use({ language: 'en' })

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
      await page.getByLabel('6-digit code').fill(await newCode(request))
      const rows = page.getByRole('dialog', { name: 'My Active Bundle' }).getByRole('row')
      await expect(rows).toHaveCount(4)
      await expect(rows.filter({ hasText: 'MiFi Mois 20 Go' })).toContainText(/12\.4.GB/)
      await expect(rows.filter({ hasText: 'MiFi Nuits illimitées' }).getByRole('cell').nth(1)).toHaveText('-')
      await expect(rows.filter({ hasText: 'Airtime' })).toContainText(/XOF.500/)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL(/\/broadband-recharge$/)
    })
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('BB-2 the popup is reached by plain forms', async ({ page, request }) => {
      await page.goto('/broadband-recharge')
      await page.getByRole('link', { name: 'Consulter mon solde de données' }).click()
      await page.getByRole('dialog').getByLabel('Numéro du routeur ou de la MiFi').fill('90000005')
      await page.getByRole('button', { name: 'Recevoir le code par SMS' }).click()
      await page.getByLabel('Code à 6 chiffres').fill(await newCode(request))
      await page.getByRole('button', { name: 'Valider le code' }).click()
      await expect(page.getByRole('dialog', { name: 'Mes forfaits actifs' }).getByRole('row')).toHaveCount(4)
    })
  })
})
