import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { filesOf, island, saveData } from '../support/island-steps.ts'
import { spacedWords } from '../support/spaced-words.ts'

/** counts the script bytes that arrive from now on; React alone is six times what the tests below allow */
function scriptBytes(page: Page) {
  const sizes: Promise<number>[] = []
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') sizes.push(answer.body().then(({ length }) => length))
  })
  return async () => {
    const bytes = await Promise.all(sizes)
    expect(bytes.length).toBeGreaterThan(1)
    return bytes.reduce((sum, size) => sum + size, 0)
  }
}

test.describe('HELP-2 the search box', () => {
  const box = (page: Page) => page.locator('input[name=q]')

  test.describe('with mistakes on purpose', () => {
    test.use({ failsOnPageErrors: false })

    test('searches by a page without its file', async ({ page }) => {
      await page.goto('/gethelp')
      const [own = ''] = await filesOf(page)
      await page.route(`**${own}*`, (route) => route.abort())
      await page.reload()
      await box(page).fill('forfait')
      await box(page).press('Enter')
      await expect(page).toHaveURL('/gethelp?q=forfait')
      await expect(page.getByRole('heading', { name: spacedWords('Résultats pour « forfait »') })).toBeVisible()
    })
  })
})

test.describe('HELP-3 the vote', () => {
  test.use({ failsOnPageErrors: false })
  const thanks = (page: Page) => page.getByText('Merci pour votre avis')

  test('is taken in place from the first touch, without React', async ({ page }) => {
    await saveData(page)
    const bytes = scriptBytes(page)
    await page.goto('/gethelp/question/101')
    await page.getByRole('button', { name: 'Oui' }).focus()
    await expect(island(page)).toHaveAttribute('data-state', 'awake')
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await page.getByRole('button', { name: 'Oui' }).click()
    await expect(thanks(page)).toBeFocused()
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    expect(await bytes()).toBeLessThan(30_000)
  })

  test('is posted when it is pressed before the file is there, and without it', async ({ page }) => {
    await page.goto('/gethelp/question/102')
    const [own = ''] = await filesOf(page)
    const address = page.url()
    await page.route(`**${own}*`, (route) => route.abort())
    await page.reload()
    await page.getByRole('button', { name: 'Non' }).click()
    await expect(thanks(page)).toBeVisible()
    await expect(page).toHaveURL(address)
  })
})

test.describe('NUM-1 the number on the home page', () => {
  test.use({ failsOnPageErrors: false })

  test('is shown in pairs from the first touch, without React', async ({ page }) => {
    await saveData(page)
    const bytes = scriptBytes(page)
    await page.goto('/')
    await page.getByLabel('Numéro à recharger').fill('9012')
    await expect(page.getByLabel('Numéro à recharger')).toHaveValue('90 12')
    await expect(island(page)).toHaveAttribute('data-state', 'awake')
    expect(await bytes()).toBeLessThan(30_000)
  })

  test('is taken without the file that recognises it in place', async ({ page }) => {
    await page.goto('/')
    const [own = ''] = await filesOf(page)
    await page.route(`**${own}*`, (route) => route.abort())
    await page.reload()
    await page.getByLabel('Numéro à recharger').fill('90000001')
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
    await expect(page.getByRole('button', { name: /^1.000.F/ })).toBeVisible()
  })
})
