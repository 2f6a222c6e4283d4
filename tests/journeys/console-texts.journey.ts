import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { handbookPicture, staffPage } from '../support/console-steps.ts'
import { expect, test } from '../support/journey.ts'

const PATH = '/texts/getHelp-translation/allLead'
const PLACE = '/gethelp/all'

async function withoutScript(page: Page): Promise<void> {
  await page.route('**/assets/*.js', (route) => route.abort())
}

test('CON-7 an editor writes with counts and a phone beside it, another person publishes, and visitors read it at 360 px', async ({
  page,
  browser,
}) => {
  const editor = await staffPage(browser, 'Rédaction 1', '/texts')
  await expectAccessible(editor)
  await handbookPicture(editor, 'texts')
  await editor.goto(new URL(PATH, editor.url()).href)
  const [french, english] = [editor.getByLabel('Français', { exact: true }), editor.getByLabel('English', { exact: true })]
  await french.fill('Que cherchez-vous dans l’aide')
  await english.fill('What are you looking for?')
  await expect(editor.getByText(/^29 sur \d+ signes$/)).toBeVisible()
  await expect(editor.getByRole('figure').first()).toContainText('Que cherchez-vous dans l’aide')
  await expectAccessible(editor)
  await handbookPicture(editor, 'text-edit')
  await editor.getByRole('button', { name: 'Envoyer en relecture' }).click()
  await expect(editor.getByText('Envoyé en relecture', { exact: true })).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Publier toutes les langues' })).toHaveCount(0)

  const approver = await staffPage(browser, 'Approbation 1', '/texts?mark=review')
  await approver.getByRole('table').getByRole('link', { name: 'allLead' }).click()
  await expect(approver.locator('ins').first()).toBeVisible()
  await expectAccessible(approver)
  await handbookPicture(approver, 'text-review')
  await approver.getByRole('button', { name: 'Publier toutes les langues' }).click()
  await expect(approver.getByText('Publié', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(async () => {
    await page.goto(PLACE)
    expect(await page.content()).toContain('Que cherchez-vous dans l’aide')
  }).toPass()
  await approver.getByRole('button', { name: 'Remettre les mots d’avant' }).click()
  await expect(approver.getByText('Publié', { exact: true })).toBeVisible()
  await expect(async () => {
    await page.goto(PLACE)
    expect(await page.content()).not.toContain('Que cherchez-vous dans l’aide')
  }).toPass()
  await editor.context().close()
  await approver.context().close()
})

test('CON-7 without script the server counts, and keeps what was typed', async ({ browser }) => {
  const editor = await staffPage(browser, 'Rédaction 1', '/texts')
  await withoutScript(editor)
  await editor.goto(new URL('/texts/payment-translation/sms_failed', editor.url()).href)
  await expect(editor.getByText('1 SMS avec les valeurs les plus longues (GSM-7)').first()).toBeVisible()
  await editor.getByLabel('English', { exact: true }).fill('Payment of {amount} failed. ƙ')
  await editor.getByRole('button', { name: 'Enregistrer le brouillon' }).click()
  await expect(editor.getByText(/English\s: \{reference\} doit y rester/)).toBeVisible()
  await expect(editor.getByLabel('English', { exact: true })).toHaveValue('Payment of {amount} failed. ƙ')
  await expect(editor.getByText(/UCS-2\s: un signe hors de l’alphabet/)).toBeVisible()
  await editor.context().close()
})
