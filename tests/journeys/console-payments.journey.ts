import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { smsTo } from '../support/buying-steps.ts'
import { consoleUrl, handbookPicture, staffPage } from '../support/console-steps.ts'
import { expect, test } from '../support/journey.ts'
import { choose, expectHeading, PAID, payersIn, push } from '../support/wallet-steps.ts'

const SEARCH = 'Référence, numéro ou demande'

/** The reference on the visitor's page, without dashes. */
async function referenceOn(page: Page): Promise<string> {
  const text = (await page.locator('main').innerText()).replaceAll('-', '')
  const [reference = ''] = /\bG[A-HJ-NP-Z2-9]{12}\b/.exec(text) ?? []
  expect(reference).not.toBe('')
  return reference
}

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox', { name: SEARCH }).fill(words)
  await page.getByRole('searchbox', { name: SEARCH }).press('Enter')
}

test('CON-5 CON-10 care finds a payment by its number, which no address holds, and asks the provider again', async ({ page, browser }) => {
  await choose(page, { msisdn: '90710001', amount: 600, method: 'Ténéré Money' })
  await push(page, '90710002')
  await expectHeading(page, 'Paiement en attente')
  const care = await staffPage(browser, 'Agent 1')
  await handbookPicture(care, 'overview')
  const addresses: string[] = []
  care.on('request', (request) => addresses.push(request.url()))
  await search(care, '90 71 00 02')
  await expect(care.getByText('1 paiement pour le numéro 90 •• •• 02')).toBeVisible()
  await expectAccessible(care)
  await handbookPicture(care, 'found')
  await care.getByRole('table').getByRole('link').first().click()
  await care.getByRole('link', { name: 'Redemander…' }).click()
  await expect(care.getByText('Rien n’est envoyé une seconde fois.')).toBeVisible()
  await expectAccessible(care)
  await handbookPicture(care, 'ask-again')
  await care.getByRole('button', { name: 'Redemander' }).click()
  await expect(care.getByText('Redemandé. La réponse apparaît dans le déroulé.')).toBeVisible()
  await expect(care.getByRole('listitem').filter({ hasText: 'Redemandé' })).toBeVisible()
  await expectAccessible(care)
  expect(addresses.filter((address) => /9071\s?0{3}2|90%20?71/.test(address))).toEqual([])
  expect(await care.content()).not.toContain('90710002')
  await care.context().close()
})

test('CON-3 CON-9 finance proposes a refund, an approver types the amount, and the money goes back once', async ({
  page,
  browser,
  request,
}) => {
  const payers = payersIn(request)
  await choose(page, { msisdn: '90720001', amount: 750, method: 'Ténéré Money' })
  await push(page, '90720002')
  await payers.answerPrompt('90720002', { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  const reference = await referenceOn(page)
  const path = `/payments/${reference}`

  const finance = await staffPage(browser, 'Finance 1', path)
  await finance.getByRole('link', { name: 'Rembourser un achat livré…' }).click()
  await expect(finance.getByText('Une deuxième personne relit et approuve ; sans elle, rien ne part.')).toBeVisible()
  await finance.getByLabel('Pourquoi (obligatoire, au livre)').fill('Geste commercial <b>après</b> une panne')
  await handbookPicture(finance, 'propose')
  await finance.getByRole('button', { name: 'Proposer' }).click()
  await expect(finance.getByText('Proposé. Une deuxième personne doit approuver.')).toBeVisible()
  await expect(finance.getByRole('link', { name: 'Relire et approuver…' })).toHaveCount(0)
  // The proposer's own page offers no approval either.
  await finance.goto(`${consoleUrl()}${path}/refund-delivered`)
  await expect(finance.getByRole('button', { name: /^Approuver/ })).toHaveCount(0)
  expect((await payers.moneyOf('90720002')).refunded).toBe(0)

  const approver = await staffPage(browser, 'Approbation 1')
  await approver.getByRole('link', { name: /attend(ent)? votre accord/ }).click()
  await expect(approver.getByText('Geste commercial <b>après</b> une panne')).toBeVisible()
  await approver.goto(`${consoleUrl()}${path}`)
  await handbookPicture(approver, 'payment')
  await approver.getByRole('link', { name: 'Relire et approuver…' }).click()
  await expectAccessible(approver)
  await handbookPicture(approver, 'approve')
  await approver.getByLabel('Montant, pour vérifier').fill('75')
  await approver.getByRole('button', { name: /^Approuver/ }).click()
  await expect(approver.getByText('Le montant tapé n’est pas celui du remboursement : rien n’a été fait.')).toBeVisible()
  expect((await payers.moneyOf('90720002')).refunded).toBe(0)
  await approver.getByLabel('Montant, pour vérifier').fill('750')
  await approver.getByRole('button', { name: /^Approuver/ }).click()
  await expect(approver.getByText('Approuvé. La suite se fait toute seule et s’affiche ici.')).toBeVisible()

  await expect.poll(() => payers.moneyOf('90720002'), { timeout: 20_000 }).toEqual({ captured: 750, refunded: 750 })
  await expect
    .poll(
      async () => {
        await approver.reload()
        return approver.getByText('Le compte est juste').count()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  await expect(approver.getByText('geste commercial · vers')).toBeVisible()
  await expect
    .poll(() => smsTo(request, '90720002'))
    .toEqual(expect.arrayContaining([expect.stringMatching(/750 F CFA vous ont ete rendus/)]))
  await finance.context().close()
  await approver.context().close()
})

test('CON-2 a role that only reads sees each action disabled with its reason, and a script in a note stays text', async ({
  page,
  browser,
}) => {
  await choose(page, { msisdn: '90730001', amount: 650, method: 'Ténéré Money' })
  await push(page, '90730002')
  await expectHeading(page, 'Paiement en attente')
  const reference = await referenceOn(page)
  const care = await staffPage(browser, 'Agent 1', `/payments/${reference}`)
  const attack = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
  await care.getByLabel('Ajouter une note').fill(attack)
  await care.getByRole('button', { name: 'Ajouter' }).click()
  await expect(care.getByText(attack)).toBeVisible()
  await care.getByRole('button', { name: 'Prendre ce paiement' }).click()
  await expect(care.getByText('Agent 1 s’en occupe')).toBeVisible()
  const viewer = await staffPage(browser, 'Lecture 1', `/payments/${reference}`)
  await expect(viewer.getByText(attack)).toBeVisible()
  await expect(viewer).toHaveTitle(/G[A-Z0-9-]+ · Console/)
  const askAgain = viewer.getByRole('listitem').filter({ hasText: 'Redemander' })
  await expect(askAgain.getByRole('link', { disabled: true })).toBeVisible()
  await expect(askAgain).toContainText('Réservé à : Relation client, Finances et Approbation.')
  await expectAccessible(viewer)
  await viewer.goto(`${consoleUrl()}/reviews`)
  await expect(viewer.getByRole('button', { name: 'Redemander aux choisis' })).toHaveCount(0)
  await care.context().close()
  await viewer.context().close()
})
