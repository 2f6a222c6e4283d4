import type { Page } from '@playwright/test'
import { expect, scripted, test } from '../support/journey.ts'
import { filesOf, holdScripts, island, saveData, untilShell, watchIslandFiles } from '../support/sleeping-islands.ts'

/** Each island, where it stands, and what shows that it is at work. */
const ISLANDS = [
  { path: '/prepaid-recharge', file: 'recharge-form' },
  { path: '/data-bundle', file: 'bundle-form' },
]

const number = (page: Page) => page.getByLabel('Numéro de mobile')

for (const { path } of ISLANDS) {
  test(`${path}: the island sleeps until it is touched, then goes on with what was typed`, async ({ page }) => {
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

  test(`${path}: what was typed before script is not lost`, async ({ page }) => {
    await saveData(page)
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await number(page).fill('90000001')
    release()
    await untilShell(page)
    await number(page).press('End')
    await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
    await expect(number(page)).toHaveValue('90 00 00 01')
  })

  test.describe('with mistakes on purpose', () => {
    test.use({ failsOnPageErrors: false })

    test(`${path}: a file that fails once is fetched again at the next touch`, async ({ page }) => {
      await saveData(page)
      await page.goto(path)
      const [own = ''] = await filesOf(page)
      let failures = 0
      await page.route(`**${own}*`, (route) => (failures++ === 0 ? route.abort() : route.continue()))
      await number(page).focus()
      await expect(island(page)).toHaveAttribute('data-state', 'asleep')
      await number(page).fill('90000001')
      await expect(island(page)).toHaveAttribute('data-state', 'awake')
      await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
    })

    test(`${path}: without its file the form posts, and the server answers`, async ({ page }) => {
      await page.goto(path)
      const files = await filesOf(page)
      await page.route(`**${files[0]}*`, (route) => route.abort())
      await page.reload()
      await number(page).fill('90000001')
      await number(page).press('Enter')
      await expect(page).toHaveURL(/answer=/)
      await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
    })

    test(`${path}: an island that breaks leaves the server’s form, which works`, async ({ page }) => {
      await saveData(page)
      await page.goto(path)
      await page.evaluate(() => document.querySelector('x-island')?.setAttribute('data-props', '{}'))
      await number(page).focus()
      await expect(island(page)).toHaveAttribute('data-state', /broken|asleep/)
      await number(page).fill('90000001')
      await number(page).press('Enter')
      await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
    })
  })
}

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
  // As where no script holds it.
  await number(page).evaluate((field: HTMLInputElement) => field.form?.submit())
  await expect(page).toHaveURL(/answer=/)
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
  await page.goto('/about')
  await page.goBack()
  await expect(page.getByText('Numéro de mobile non valide')).toBeVisible()
})

test('STATE-3 what was typed stays when the language changes', async ({ page }) => {
  await page.goto('/prepaid-recharge')
  await scripted(page)
  await number(page).fill('9000')
  await page.getByRole('textbox', { name: 'Montant' }).fill('1500')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Online Recharge' })).toBeVisible()
  await expect(page.getByLabel('Mobile number')).toHaveValue('90 00')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue(/^1.500$/)
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
