import type { Page } from '@playwright/test'
import { resetVisit, expect, scripted, test } from '../support/journey.ts'
import { answerCode, codeFor, expectInTheEnd, fillDetails, openDetails } from '../support/lead-steps.ts'
import { filesOf, holdScripts, openWithoutIsland, saveData, untilShell } from '../support/island-steps.ts'

type Case = {
  path: string
  /** The first input. */
  touch: (page: Page) => Promise<void>
  /** Sends the form unchanged, and the server's response. */
  withoutIsland: (page: Page) => Promise<void>
}

/** Each island that is not eager, its page, and the server's response without it. */
const ISLANDS: Case[] = [
  {
    path: '/hbb-lead',
    touch: (page) => page.getByRole('radio', { name: /Plus/ }).check(),
    async withoutIsland(page) {
      await page.getByRole('button', { name: 'Continuer' }).click()
      await expect(page).toHaveURL(/\/hbb-lead\/details$/)
      await expect(page.getByRole('definition').filter({ hasText: /60.000/ })).toBeVisible()
    },
  },
  {
    path: '/hbb-lead/details?plan=HBB_5G_50',
    touch: (page) => page.getByLabel('Nom et prénom').fill('Amina Issoufou'),
    async withoutIsland(page) {
      await page.getByLabel('Nom et prénom').press('Enter')
      await expect(page).toHaveURL(/answer=/)
      await expect(page.getByText('Ville : à remplir')).toBeVisible()
      await expect(page.getByLabel('Nom et prénom')).toHaveValue('Amina Issoufou')
    },
  },
  {
    path: '/hbb-lead-status',
    touch: (page) => page.getByLabel('Numéro de contact').fill('92000006'),
    async withoutIsland(page) {
      await page.getByLabel('Numéro de contact').press('Enter')
      await expect(page).toHaveURL(/answer=/)
      await expect(page.getByText('Saisissez le numéro de la demande')).toBeVisible()
    },
  },
]

test.describe('with mistakes on purpose', () => {
  test.use({ failsOnPageErrors: false })

  test('without the file of its island each form posts, and the server answers', async ({ page }) => {
    for (const { path, touch, withoutIsland } of ISLANDS) {
      await test.step(path, async () => {
        await resetVisit(page)
        await openWithoutIsland(page, path)
        await touch(page)
        await withoutIsland(page)
      })
    }
  })
})

test('LEAD-5 FORM-4 a town that was chosen and a box that was ticked before script stay so', async ({ page }) => {
  await saveData(page)
  const release = await holdScripts(page)
  await page.goto('/hbb-lead/details?plan=HBB_5G_50', { waitUntil: 'commit' })
  await page.getByLabel('Ville').selectOption('Dosso')
  await page.getByRole('checkbox').check()
  release()
  await untilShell(page)
  await page.getByLabel('Nom et prénom').fill('Amina Issoufou')
  await expect(page.getByRole('combobox', { name: 'Ville' })).toHaveValue('Dosso')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.getByLabel('Numéro de mobile Ténéré Mobile').fill('92000010')
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  await expect(page.getByRole('button', { name: 'Continuer' })).toBeEnabled()
})

async function toTheAddress(page: Page, msisdn: string): Promise<void> {
  await openDetails(page)
  await fillDetails(page, { msisdn, town: 'Niamey' })
  await page.getByRole('button', { name: 'Montrer d’abord l’endroit sur la carte' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirmez l’adresse d’installation')
}

test('LEAD-4 the map is loaded on request, and the place is checked without a page load', async ({ page }) => {
  await toTheAddress(page, '92000011')
  await saveData(page)
  await page.reload()
  await untilShell(page)
  await page.getByRole('button', { name: 'Afficher la carte' }).click()
  await expect(page.getByRole('region', { name: 'Carte de l’adresse d’installation' })).toBeVisible()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByRole('dialog', { name: 'Est-ce le bon endroit ?' })).toBeVisible()
  await expect(page).toHaveURL(/\/hbb-lead\/address$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

/** Aborts every script that no page of this visit has loaded yet, and returns their names. */
async function loseNewFiles(page: Page): Promise<string[]> {
  const had = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  const lost: string[] = []
  await page.route(
    ({ pathname }) => pathname.startsWith('/assets/') && pathname.endsWith('.js') && !had.includes(pathname),
    (route) => {
      lost.push(new URL(route.request().url()).pathname)
      return route.abort()
    },
  )
  return lost
}

test.describe('a phone that loses files', () => {
  test.use({ failsOnPageErrors: false })

  test('LEAD-4 without the file of the map the place is checked by a page load, and the code too', async ({ page, request }) => {
    await toTheAddress(page, '92000012')
    const [own = ''] = await filesOf(page)
    await page.route(`**${own}*`, (route) => route.abort())
    await page.reload()
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page).toHaveURL(/answer=/)
    await page.getByRole('dialog').getByRole('button', { name: 'Confirmer' }).click()
    await answerCode(page, request, '92000012')
    await page.getByRole('button', { name: 'Valider le code' }).click()
    await expectInTheEnd(page.getByRole('dialog', { name: 'Bonne nouvelle' })).toBeVisible()
  })

  test('LEAD-3 without the file of the ending the way on is a link', async ({ page, request }) => {
    await openDetails(page)
    await fillDetails(page, { msisdn: '92000013', town: 'Niamey' })
    await page.getByRole('button', { name: 'Continuer' }).click()
    const code = await codeFor(request, '92000013')
    await expect(page.getByLabel('Code à 6 chiffres')).toBeEditable()
    const lost = await loseNewFiles(page)
    await page.getByLabel('Code à 6 chiffres').fill(code)
    const dialog = page.getByRole('dialog', { name: 'Bonne nouvelle' })
    await expectInTheEnd(dialog).toBeVisible()
    await expect.poll(() => lost).not.toEqual([])
    await expect(dialog.getByText(/Redirection dans/)).toHaveCount(0)
    await dialog.getByRole('link', { name: 'Aller au paiement' }).click()
    await expect(page).toHaveURL(/\/payment\/start.*purchase=/)
  })
})

test('LEAD-3 the ending stays before everything else, counts down, and is not in the way of going back', async ({ page, request }) => {
  await openDetails(page)
  await fillDetails(page, { msisdn: '92000014', town: 'Niamey' })
  await page.getByRole('button', { name: 'Continuer' }).click()
  await answerCode(page, request, '92000014')
  const dialog = page.getByRole('dialog', { name: 'Bonne nouvelle' })
  await expectInTheEnd(dialog.getByText(/Redirection dans [123].s/).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(/\/payment\/start.*purchase=/, { timeout: 8_000 })
  await page.goBack()
  await expect(page).toHaveURL(/\/hbb-lead\/details/)
})

test('S9 what a code opened stands in no page, address or form of a request; how it stands is for its visit only', async ({
  page,
  request,
  browser,
}) => {
  const opened: string[] = []
  const seen: string[] = []
  await page.route('**/otp/v1/verify-otp', async (route) => {
    const response = await route.fetch()
    opened.push((await response.json()).result.uniqueCode)
    await route.fulfill({ response })
  })
  page.on('request', (sent) => seen.push(sent.url(), sent.postData() ?? ''))
  await openDetails(page)
  await fillDetails(page, { msisdn: '92000015', town: 'Niamey' })
  await page.getByRole('button', { name: 'Continuer' }).click()
  await answerCode(page, request, '92000015')
  const leadId = (await page.getByRole('dialog', { name: 'Bonne nouvelle' }).getByText(/^SL-/).textContent()) ?? ''
  expect(opened).toHaveLength(1)
  seen.push(await page.content())
  expect(seen.filter((text) => text.includes(opened[0] ?? ''))).toEqual([])
  await page.goto('/hbb-lead-status')
  await scripted(page)
  await page.getByLabel('Numéro de la demande').fill(leadId)
  await page.getByLabel('Numéro de contact').fill('92000015')
  await page.getByRole('button', { name: 'Voir l’avancement' }).click()
  await expect(page.getByRole('heading', { name: `Demande ${leadId}` })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: `Demande ${leadId}` })).toBeVisible()
  const stranger = await browser.newContext()
  const other = await stranger.newPage()
  await other.goto(page.url())
  await expect(other.getByLabel('Numéro de la demande')).toHaveValue('')
  await expect(other.getByText(leadId)).toHaveCount(0)
  await stranger.close()
})

test('LEAD-2 a code that is closed leaves the form as it was, and asking again brings it back', async ({ page, request }) => {
  await openDetails(page)
  await fillDetails(page, { msisdn: '92000016', town: 'Niamey' })
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByLabel('Code à 6 chiffres')).toBeEditable()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('Nom et prénom')).toHaveValue('Amina Issoufou')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.getByLabel('Code à 6 chiffres').fill(await codeFor(request, '92000016'))
  await expectInTheEnd(page.getByRole('dialog', { name: 'Bonne nouvelle' })).toBeVisible()
})
