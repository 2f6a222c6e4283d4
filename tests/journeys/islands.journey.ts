import type { Page } from '@playwright/test'
import { resetVisit, expect, scripted, test } from '../support/journey.ts'
import { filesOf, holdScripts, island, openWithoutIsland, saveData, untilShell, watchIslandFiles } from '../support/island-steps.ts'

/** The cases of hydration are tested once per kind in hydrate-islands.test.tsx; here once with built files. */
const path = '/prepaid-recharge'

const number = (page: Page) => page.getByLabel('Numéro de mobile')

test(`${path}: the island is hydrated at the first touch and keeps what was typed`, async ({ page }) => {
  await saveData(page)
  const asked = watchIslandFiles(page)
  await page.goto(path)
  await untilShell(page)
  expect(await asked()).toEqual([])
  await number(page).fill('90000001')
  await expect(island(page)).toHaveAttribute('data-state', 'awake')
  await expect(number(page)).toHaveValue('90 00 00 01')
  await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
})

test.describe('with mistakes on purpose', () => {
  test.use({ failsOnPageErrors: false })

  test('without the file of its island each form posts, and the server answers', async ({ page }) => {
    for (const form of ['/prepaid-recharge', '/data-bundle']) {
      await resetVisit(page)
      await openWithoutIsland(page, form)
      await number(page).fill('90000001')
      await number(page).press('Enter')
      await expect(page).toHaveURL(/answer=/)
      await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
    }
  })
})

test('PRE-3 a usual amount that is pressed before script is there is taken when it is', async ({ page }) => {
  await saveData(page)
  await page.goto('/prepaid-recharge')
  await untilShell(page)
  await page.getByRole('button', { name: /^2.000/ }).click()
  await expect(page.getByRole('textbox', { name: 'Montant' })).toHaveValue(/^2.000$/)
})

test('PRE-4 an island that arrives while a finger is on the button does not swallow the press', async ({ page }) => {
  await saveData(page)
  await page.goto('/prepaid-recharge')
  const files = await filesOf(page)
  const release = await holdScripts(page, (path) => files.includes(path))
  await number(page).fill('90000001')
  await page.getByRole('textbox', { name: 'Montant' }).fill('500')
  await page.getByRole('button', { name: 'Acheter du crédit' }).hover()
  await page.mouse.down()
  release()
  await page.waitForFunction(
    (wanted) => wanted.every((file) => performance.getEntriesByName(new URL(file, location.href).href).length > 0),
    files,
  )
  await page.evaluate(
    () => new Promise<void>((done) => void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))),
  )
  await page.mouse.up()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
})

test('BUN-1 a tab that is pressed before script is there opens in place', async ({ page }) => {
  await saveData(page)
  await page.goto('/data-bundle?msisdn=90000001')
  await untilShell(page)
  await page.getByRole('link', { name: 'Appels' }).click()
  await expect(page.getByRole('tab', { name: 'Appels' })).toHaveAttribute('aria-selected', 'true')
  // GEN-9: the choice stays in the address.
  await expect(page).toHaveURL(/msisdn=90000001&category=voice$/)
})

test('after a refused form, refresh and Back never ask to send it again', async ({ page }) => {
  await page.goto('/data-bundle')
  await scripted(page)
  await number(page).fill('9000')
  // As without script.
  await number(page).evaluate((field: HTMLInputElement) => field.form?.submit())
  await expect(page).toHaveURL(/answer=/)
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
  await page.goto('/about')
  await page.goBack()
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
})

test.describe('with requests that fail', () => {
  test.use({ failsOnPageErrors: false })

  test('GEN-8 without a network the page stays, says so, and sends by itself when it is back', async ({ page, context }) => {
    await page.goto('/data-bundle')
    await scripted(page)
    await number(page).fill('90000001')
    await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText('Pas de connexion')).toBeVisible()
    await page
      .getByRole('button', { name: /^Acheter / })
      .first()
      .click()
    await expect(page).toHaveURL(/data-bundle/)
    await context.setOffline(false)
    await expect(page).toHaveURL(/\/payment\/start/)
  })
})
