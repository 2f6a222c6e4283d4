import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { filesOf, holdScripts, island, saveData, untilShell, watchIslandFiles } from '../support/sleeping-islands.ts'

type Case = {
  path: string
  /** The field that is typed into first. */
  field: (page: Page) => ReturnType<Page['getByLabel']>
  typed: string
  /** How script shows what was typed, and what it says about it. */
  shown: string
  /** Goes on as far as the island leads. */
  isAtWork: (page: Page) => Promise<void>
  /** What the server says when the form is sent with only this field. */
  answered: (page: Page) => Promise<void>
}

/** Each island, where it stands, and what shows that it is at work. */
const ISLANDS: Case[] = [
  {
    path: '/postpaid-bill-pay',
    field: (page) => page.getByLabel('Numéro de mobile'),
    typed: '90000003',
    shown: '90 00 00 03',
    isAtWork: (page) => expect(page.getByText('Ligne postpayée Ténéré Mobile')).toBeVisible(),
    answered: (page) => expect(page.getByText('Saisissez un montant')).toBeVisible(),
  },
  {
    path: '/orp/fixed-internet',
    field: (page) => page.getByLabel('Numéro de compte'),
    typed: 'p 1234 567 890',
    shown: 'p 1234 567 890',
    async isAtWork(page) {
      const button = page.getByRole('button', { name: 'Voir les factures' })
      await expect(button).toBeDisabled()
      await page.getByLabel('Adresse e-mail enregistrée').fill('amina@example.ne')
      await expect(button).toBeEnabled()
    },
    answered: (page) => expect(page.getByText('Saisissez une adresse e-mail')).toBeVisible(),
  },
  {
    path: '/check-balance',
    field: (page) => page.getByLabel('Votre numéro'),
    typed: '90000003',
    shown: '90 00 00 03',
    isAtWork: (page) => expect(page.getByRole('link', { name: 'Payer sa facture' })).toBeVisible(),
    answered: (page) => expect(page.getByRole('link', { name: 'Payer sa facture' })).toBeVisible(),
  },
  {
    path: '/broadband-recharge',
    field: (page) => page.getByLabel('Numéro du routeur'),
    typed: '90000005',
    shown: '90 00 00 05',
    isAtWork: (page) => expect(page.getByRole('heading', { name: 'Choisissez un forfait' })).toBeVisible(),
    answered: (page) => expect(page.getByRole('heading', { name: 'Choisissez un forfait' })).toBeVisible(),
  },
]

for (const { path, field, typed, shown, isAtWork, answered } of ISLANDS) {
  test(`${path}: the island sleeps until it is touched, then goes on with what was typed`, async ({ page }) => {
    await saveData(page)
    const asked = watchIslandFiles(page)
    await page.goto(path)
    await untilShell(page)
    expect(await asked()).toEqual([])
    await field(page).fill(typed)
    await expect(island(page)).toHaveAttribute('data-state', 'awake')
    await isAtWork(page)
    await expect(field(page)).toHaveValue(shown)
  })

  test(`${path}: what was typed before script is not lost`, async ({ page }) => {
    await saveData(page)
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await field(page).fill(typed)
    release()
    await untilShell(page)
    await field(page).press('End')
    await isAtWork(page)
    await expect(field(page)).toHaveValue(shown)
  })

  test.describe('with mistakes on purpose', () => {
    test.use({ failsOnPageErrors: false })

    test(`${path}: a file that fails once is fetched again at the next touch`, async ({ page }) => {
      await saveData(page)
      await page.goto(path)
      const [own = ''] = await filesOf(page)
      let failures = 0
      await page.route(`**${own}*`, (route) => (failures++ === 0 ? route.abort() : route.continue()))
      await untilShell(page)
      await field(page).focus()
      await expect(island(page)).toHaveAttribute('data-state', 'asleep')
      await field(page).fill(typed)
      await expect(island(page)).toHaveAttribute('data-state', 'awake')
      await isAtWork(page)
    })

    test(`${path}: without its file the form posts, and the server answers`, async ({ page }) => {
      await page.goto(path)
      const [own = ''] = await filesOf(page)
      await page.route(`**${own}*`, (route) => route.abort())
      await page.reload()
      await field(page).fill(typed)
      await field(page).press('Enter')
      await expect(page).toHaveURL(/answer=/)
      await answered(page)
    })

    test(`${path}: an island that breaks leaves the server’s form, which works`, async ({ page }) => {
      await saveData(page)
      await page.goto(path)
      await untilShell(page)
      await page.evaluate(() => document.querySelector('x-island')?.setAttribute('data-props', '{}'))
      await field(page).focus()
      await expect(island(page)).toHaveAttribute('data-state', /broken|asleep/)
      await field(page).fill(typed)
      await field(page).press('Enter')
      await answered(page)
    })
  })
}

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

test('S9 what is owed is shown to the visit that proved it, again and again, and to nobody with its address', async ({ page, browser }) => {
  await page.goto('/postpaid-bill-pay?fetch=account')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Numéro de compte').fill('1000000004')
  await dialog.getByLabel('Numéro de mobile').fill('90000004')
  await dialog.getByRole('button', { name: 'Voir le montant dû' }).click()
  await expect(page.getByText(/Montant dû\s: 8.000/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/Montant dû\s: 8.000/)).toBeVisible()
  const stranger = await browser.newContext()
  const other = await stranger.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(other.getByText(/8.000/)).toHaveCount(0)
  await expect(other.getByText(/90.00.00.04/)).toHaveCount(0)
  await stranger.close()
})
