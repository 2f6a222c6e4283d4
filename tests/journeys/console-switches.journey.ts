import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { handbookPicture, staffPage } from '../support/console-steps.ts'
import { expect, test } from '../support/journey.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'

/** What is closed or announced is so for every visitor: a portal of its own. */
let own: Promise<RunningPortal> | undefined
let here: RunningPortal

test.describe.configure({ mode: 'default', timeout: 120_000 })
test.use({
  async portal({ browserName: _anyBrowser }, provide) {
    own ??= startPortal()
    here = await own
    await provide(here.portalUrl)
  },
})
test.afterAll(async () => (await own)?.stop())

const staff = (browser: Browser, name: string, path: string) => staffPage(browser, name, path, here.consoleUrl)

async function toHub(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Numéro à recharger').fill('90770001')
  await page.getByRole('button', { name: /^500.F/ }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
}

test('CON-8 one person closes a way to pay, visitors read why not within seconds, and two people open it before its end', async ({
  page,
  browser,
}) => {
  await toHub(page)
  await expect(page.getByRole('link', { name: 'SmartCash' })).toBeVisible()
  const closed = page.getByText(/^Fermé pour l’instant\. Retour prévu/)
  await expect(closed).toHaveCount(0)

  const finance = await staff(browser, 'Finance 1', '/ways-to-pay?close=smartcash')
  await expectAccessible(finance)
  await handbookPicture(finance, 'close-way')
  await finance.getByLabel('Raison pour nous (au journal)').fill('montants à vérifier')
  await finance.getByRole('button', { name: 'Fermer SmartCash' }).click()
  const row = finance.getByRole('row', { name: /^SmartCash/ })
  await expect(row).toContainText('fermé')
  await expect(async () => {
    await page.reload()
    await expect(closed).toBeVisible({ timeout: 500 })
  }).toPass()
  await expectAccessible(page)

  await finance.goto(`${here.consoleUrl}/ways-to-pay?reopen=smartcash`)
  await finance.getByLabel('Pourquoi (obligatoire, au journal)').fill('montants justes de nouveau')
  await finance.getByRole('button', { name: 'Proposer' }).click()
  await expect(finance.getByText('Rouvrir SmartCash avant l’heure')).toBeVisible()
  await expect(finance.getByRole('button', { name: 'Rouvrir maintenant' })).toHaveCount(0)
  const approver = await staff(browser, 'Approbation 1', '/ways-to-pay')
  await approver.getByRole('button', { name: 'Rouvrir maintenant' }).click()
  await expect(approver.getByRole('row', { name: /^SmartCash/ })).toContainText('ouvert')
  await expect(async () => {
    await page.reload()
    await expect(closed).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await finance.context().close()
  await approver.context().close()
})

test('CON-8 a checked announcement stands on the pages of its service until one person takes it down', async ({ page, browser }) => {
  await page.goto('/')
  const banner = page.getByRole('complementary', { name: 'Annonce' })
  await expect(banner).toHaveCount(0)

  const editor = await staff(browser, 'Rédaction 1', '/announcements')
  await expectAccessible(editor)
  await handbookPicture(editor, 'announcements')
  await editor.getByRole('button', { name: /^Afficher/ }).click()
  await expect(editor.getByRole('button', { name: 'Retirer maintenant' })).toBeVisible()
  for (const path of ['/', '/data-bundle', '/gethelp'])
    await expect(async () => {
      await page.goto(path)
      await expect(banner).toContainText('Nos services', { timeout: 500 })
    }).toPass()
  await expectAccessible(page)

  await editor.getByRole('button', { name: 'Retirer maintenant' }).click()
  await expect(editor.getByText('Aucune annonce n’est affichée.')).toBeVisible()
  await expect(async () => {
    await page.goto('/')
    await expect(banner).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await editor.context().close()
})
