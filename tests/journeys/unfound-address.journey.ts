import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, scripted, test } from '../support/journey.ts'
import { answerCode, expectInTheEnd, openDetails } from '../support/lead-steps.ts'
import { startPortal, type RunningPortal } from '../support/start-for-tests.ts'

const COMMAND = join(import.meta.dirname, '../../src/commands/content-command.ts')
/** No gazetteer knows it. */
const TOWN = 'Qwxzkville'

let own: RunningPortal | undefined

test.describe.configure({ timeout: 120_000 })

/** A portal whose editors offer a town that no map knows. */
test.use({
  async portal({ browserName: _anyBrowser }, provide) {
    own = await startPortal()
    const folder = join(own.dataFolder, 'import', 'fr')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'city-config.json'), JSON.stringify({ data: [{ cityName: TOWN, hbbLeadFeasibility: true }] }))
    const env = { ...process.env, GUICHET_DATA: own.dataFolder }
    await promisify(execFile)(process.execPath, [COMMAND, 'import', join(own.dataFolder, 'import')], { env })
    await provide(own.portalUrl)
    await own.stop()
  },
})

test('LEAD-4 MAP-2 an address that is found nowhere leads to the map, then to confirm or edit', async ({ page, request }) => {
  await expect(async () => {
    await openDetails(page)
    await page.getByRole('combobox', { name: 'Ville' }).fill('Qwx')
    await page.getByRole('option', { name: TOWN }).click({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await page.getByLabel('Nom et prénom').fill('Amina Issoufou')
  await page.getByLabel('Numéro de mobile Ténéré Mobile').fill('92000043')
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirmez l’adresse d’installation')
  await expect(page.getByText('Nous n’avons pas trouvé cette adresse')).toBeVisible()
  await scripted(page)
  // Nobody is taken to be where the map happens to begin.
  const dialog = page.getByRole('dialog', { name: 'Est-ce le bon endroit ?' })
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(dialog).toContainText('Pas placée : l’adresse saisie compte')
  await expect(dialog.getByRole('link', { name: 'Modifier' })).toHaveAttribute('href', '/hbb-lead/details')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Afficher la carte' }).click()
  await page.getByRole('searchbox').fill('nullepartdutout')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Aucun lieu du Niger ne correspond.')).toBeVisible()
  await page.getByRole('searchbox').fill('Dosso')
  await page.keyboard.press('Enter')
  await expect(page.locator('input[name=lat]')).toHaveValue(/^13\./)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(dialog).toContainText(/Dosso/)
  await dialog.getByRole('button', { name: 'Confirmer' }).click()
  await answerCode(page, request, '92000043', own?.sandboxUrl)
  await expectInTheEnd(page.getByRole('link', { name: 'Aller au paiement' })).toBeVisible()
})
