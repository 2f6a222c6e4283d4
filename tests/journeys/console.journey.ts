import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/journey.ts'

test.use({ viewport: { width: 1440, height: 900 } })

function consoleUrl(): string {
  const url = process.env.CONSOLE_URL_FOR_TESTS
  if (!url) throw new Error('the console was not started')
  return url
}

async function signIn(page: Page, name: string, path = '/audit'): Promise<void> {
  await page.goto(`${consoleUrl()}${path}`)
  await page.getByRole('link', { name: 'Entrer avec le compte de l’entreprise' }).click()
  await page.getByRole('button', { name: `Entrer: ${name}` }).click()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('CON-1 a person signs in with a company account, reads the audit log, and signs out here and there', async ({ page }) => {
      await signIn(page, 'Approbation 1')
      await expect(page).toHaveURL(`${consoleUrl()}/audit`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Journal')
      await expect(page.getByText(/Chaîne vérifiée à \d\d:\d\d/)).toBeVisible()
      await expect(page.getByRole('row').filter({ hasText: 'Approbation 1' }).first()).toBeVisible()
      await page.getByRole('link', { name: 'EN', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page).toHaveURL(`${consoleUrl()}/signed-out`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out')
      // The session at the provider is over too: the account is chosen again.
      await page.getByRole('link', { name: 'Sign in with your company account' }).click()
      await expect(page.getByRole('button', { name: 'Entrer: Approbation 1' })).toBeVisible()
    })
  })
}

test('CON-2 pages outside of a role keep their place with a padlock, and say who may', async ({ page }) => {
  await signIn(page, 'Rédaction 1')
  await expect(page.getByText('Vous lisez vos propres lignes')).toBeVisible()
  const locked = page
    .getByRole('navigation')
    .getByRole('link', { name: /hors de votre rôle/ })
    .first()
  await locked.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cette page n’est pas dans votre rôle')
  await expect(page.getByText('Vous êtes Rédaction 1, Rédaction')).toBeVisible()
  await expectAccessible(page)
})

test('CON-1 keys lead through the console, do nothing in fields, and can be turned off', async ({ page }) => {
  await signIn(page, 'Finance 2')
  // The script of the console may still be on its way.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Raccourcis' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByText('Aucun raccourci ne déplace d’argent.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Référence, numéro ou demande' })).toBeFocused()
  await page.keyboard.type('g?p')
  await expect(page.getByRole('searchbox', { name: 'Référence, numéro ou demande' })).toHaveValue('g?p')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL(/\/payments/)
  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Désactiver les touches seules' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/\/payments/)
})

for (const [width, colorScheme] of [
  [1440, 'light'],
  [1440, 'dark'],
  [768, 'light'],
] as const)
  test(`CON-1 signing in and the audit log are accessible at ${width} px, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.goto(`${consoleUrl()}/sign-in?why=idle&to=/audit`)
    await expect(page.getByText('Vous reviendrez à la même page.')).toBeVisible()
    await expectAccessible(page)
    await signIn(page, 'Finance 2')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Journal')
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(overflow).toBe(0)
  })
