import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { consoleUrl, handbookPicture, staffPage } from '../support/console-steps.ts'
import { expect, test } from '../support/journey.ts'
import { choose, expectHeading, push } from '../support/wallet-steps.ts'

const [LINE, PAYER] = ['90740001', '90740002']
const TITLE = 'Données d’un client'

async function payFor(page: Page, line = LINE, payer = PAYER): Promise<void> {
  await choose(page, { msisdn: line, amount: 600, method: 'Ténéré Money' })
  await push(page, payer)
  await expectHeading(page, 'Paiement en attente')
}

async function lookUp(page: Page): Promise<void> {
  await page.getByLabel('Numéro du client').fill('90 74 00 01')
  await page.getByRole('main').getByRole('button', { name: 'Chercher' }).click()
  await expect(page.getByRole('heading', { name: 'Gardé sur le 90 •• •• 01' })).toBeVisible()
}

test('ERASE-1 CON-3 care looks up a number and proposes; an approver types it, and care fetches the file', async ({ page, browser }) => {
  await payFor(page)
  const care = await staffPage(browser, 'Agent 1', '/customer-data')
  const addresses: string[] = []
  care.on('request', (request) => addresses.push(request.url()))
  await expect(care.getByRole('heading', { level: 1 })).toHaveText(TITLE)
  await lookUp(care)
  await expectAccessible(care)
  await handbookPicture(care, 'customer-data')
  await care.getByLabel('Pourquoi (obligatoire, au journal)').first().fill('Courrier du client du 12 novembre')
  await care.getByRole('button', { name: 'Proposer l’export' }).click()
  await expect(care.getByText('Une deuxième personne doit approuver dans les 24 heures, en tapant le numéro.')).toBeVisible()
  await care.getByLabel('Pourquoi (obligatoire, au journal)').last().fill('Le client le demande')
  await care.getByRole('button', { name: 'Proposer l’effacement' }).click()
  await expect(care.getByRole('row').filter({ hasText: 'effacer les données d’un client' })).toBeVisible()

  const approver = await staffPage(browser, 'Approbation 1', '/approvals')
  for (const act of ['exporter les données d’un client', 'effacer les données d’un client']) {
    await approver.goto(`${consoleUrl()}/approvals`)
    await approver
      .getByRole('row')
      .filter({ hasText: act })
      .filter({ hasText: '90 •• •• 01' })
      .getByRole('link', { name: 'Relire…' })
      .click()
    await expectAccessible(approver)
    if (act.startsWith('effacer')) await handbookPicture(approver, 'erase')
    await approver.getByLabel('Numéro du client, pour vérifier').fill(PAYER)
    await approver.getByRole('button', { name: /^Approuver/ }).click()
    await expect(approver.getByText('Le numéro tapé n’est pas celui de la proposition : rien n’a été fait.')).toBeVisible()
    await approver.getByLabel('Numéro du client, pour vérifier').fill(LINE)
    await approver.getByRole('button', { name: /^Approuver/ }).click()
    await expect(approver.getByText('Approuvé par Approbation 1')).toBeVisible()
  }
  await care.reload()
  await care.getByRole('link', { name: 'Prendre le fichier…' }).click()
  await expectAccessible(care)
  const [download] = await Promise.all([care.waitForEvent('download'), care.getByRole('button', { name: 'Prendre le fichier' }).click()])
  expect(download.suggestedFilename()).toMatch(/^donnees-client-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(data.number).toBe(LINE)
  expect(data.payments[0]).toMatchObject({ line: LINE, amount: 600, attempts: [{ state: 'WAITING' }] })
  // The payment under way stays.
  await page.reload()
  await expectHeading(page, 'Paiement en attente')
  expect(addresses.filter((address) => address.includes(LINE) || address.includes('%2090'))).toEqual([])
  await care.context().close()
  await approver.context().close()
})

test('CON-10 finance proposes a list with full numbers from the list of payments', async ({ page, browser }) => {
  await payFor(page, '90750001', '90750002')
  const finance = await staffPage(browser, 'Finance 1', '/payments')
  await finance.getByRole('link', { name: 'Exporter avec les numéros entiers…' }).click()
  await expectAccessible(finance)
  await finance.getByLabel('Pourquoi (obligatoire, au journal)').fill('Contrôle de l’auditeur')
  await finance.getByRole('button', { name: 'Proposer l’export' }).click()
  await expect(finance.getByText('Une deuxième personne doit approuver dans les 24 heures.')).toBeVisible()
  await expect(finance.getByRole('button', { name: /^Approuver/ })).toHaveCount(0)
  const address = finance.url()
  const approver = await staffPage(browser, 'Approbation 1')
  await approver.goto(address)
  await expect(approver.getByText('Contrôle de l’auditeur')).toBeVisible()
  await approver.getByRole('button', { name: 'Approuver', exact: true }).click()
  await expect(approver.getByText('Approuvé par Approbation 1')).toBeVisible()
  await finance.reload()
  const [download] = await Promise.all([
    finance.waitForEvent('download'),
    finance.getByRole('button', { name: 'Prendre le fichier' }).click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toContain('90750002')
  await finance.context().close()
  await approver.context().close()
})

test('CON-1 on a payment C copies its reference, and so does its button; A takes it', async ({ page, browser }) => {
  await payFor(page, '90760001', '90760002')
  const care = await staffPage(browser, 'Agent 1', '/payments')
  await care.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: consoleUrl() })
  await care.getByRole('table').getByRole('link').first().click()
  await expect(care.getByRole('heading', { level: 1 })).toBeVisible()
  const reference = /\/payments\/(G[A-Z2-9]{12})/.exec(care.url())?.[1] ?? ''
  const copied = () => care.evaluate(() => navigator.clipboard.readText())
  const clear = () => care.evaluate(() => navigator.clipboard.writeText(''))
  const button = care.getByRole('button', { name: 'Copier la référence' })
  await expect(async () => {
    await button.click()
    expect((await copied()).replaceAll('-', '')).toBe(reference)
  }).toPass()
  await clear()
  await care.getByRole('heading', { level: 1 }).click()
  await care.keyboard.press('c')
  await expect.poll(async () => (await copied()).replaceAll('-', '')).toBe(reference)
  await expect(care.getByText('Référence copiée')).toBeAttached()
  await care.keyboard.press('a')
  await expect(care.getByText(/Ce paiement est (à vous|libre)/)).toBeVisible()
  await care.context().close()
})
