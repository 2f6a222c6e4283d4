import type { Page } from '@playwright/test'
import { resetVisit, expect, test } from '../support/journey.ts'
import { filesOf, openWithoutIsland, saveData, untilShell } from '../support/island-steps.ts'

type Case = {
  path: string
  /** The field that is typed into first. */
  field: (page: Page) => ReturnType<Page['getByLabel']>
  typed: string
  /** The server's message for a form with only this field. */
  answered: (page: Page) => Promise<void>
}

/** Each island, its page, and the server's response without it. */
const ISLANDS: Case[] = [
  {
    path: '/postpaid-bill-pay',
    field: (page) => page.getByLabel('Numéro de mobile'),
    typed: '90000003',
    answered: (page) => expect(page.getByText('Saisissez un montant')).toBeVisible(),
  },
  {
    path: '/orp/fixed-internet',
    field: (page) => page.getByLabel('Numéro de compte'),
    typed: 'p 1234 567 890',
    answered: (page) => expect(page.getByText('Saisissez une adresse e-mail')).toBeVisible(),
  },
  {
    path: '/check-balance',
    field: (page) => page.getByLabel('Votre numéro'),
    typed: '90000003',
    answered: (page) => expect(page.getByRole('link', { name: 'Payer sa facture' })).toBeVisible(),
  },
  {
    path: '/broadband-recharge',
    field: (page) => page.getByLabel('Numéro du routeur'),
    typed: '90000005',
    answered: (page) => expect(page.getByRole('heading', { name: 'Choisissez un forfait' })).toBeVisible(),
  },
]

test.describe('with mistakes on purpose', () => {
  test.use({ failsOnPageErrors: false })

  test('without the file of its island each form posts, and the server answers', async ({ page }) => {
    for (const { path, field, typed, answered } of ISLANDS) {
      await test.step(path, async () => {
        await resetVisit(page)
        await openWithoutIsland(page, path)
        await field(page).fill(typed)
        await field(page).press('Enter')
        await expect(page).toHaveURL(/answer=/)
        await answered(page)
      })
    }
  })
})

test('POST-2 a link to the bill that is pressed before script is there opens in place, and Escape closes it', async ({ page }) => {
  await saveData(page)
  await page.goto('/postpaid-bill-pay')
  await untilShell(page)
  await page.getByRole('link', { name: 'Consulter ma facture postpayée' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('link', { name: 'Avec le numéro de compte' }).click()
  await expect(page.getByRole('dialog').getByLabel('Numéro de compte')).toBeVisible()
  await expect(page).toHaveURL(/\/postpaid-bill-pay$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test.describe('a phone that loses files', () => {
  test.use({ failsOnPageErrors: false })

  test('POST-2 where the island cannot be fetched the link leads to the page with the dialog', async ({ page }) => {
    await saveData(page)
    await page.goto('/postpaid-bill-pay')
    const [own = ''] = await filesOf(page)
    await page.route(`**${own}*`, (route) => route.abort())
    await untilShell(page)
    await page.getByRole('link', { name: 'Consulter ma facture postpayée' }).click()
    await expect(page).toHaveURL(/\/postpaid-bill-pay\?fetch=code$/)
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
