import { calendarDay } from '#shared/calendar-day.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { consoleUrl, handbookPicture, staffPage } from '../support/console-steps.ts'
import { expect, test } from '../support/journey.ts'

test('CON-6 finance uploads a statement, says its words, explains its difference and signs first', async ({ browser }) => {
  const finance = await staffPage(browser, 'Finance 1')
  // A file counts once, and a retry is a file of its own.
  const day = calendarDay(new Date(Date.now() - 400 * 86_400_000))
  const statement = `Ref;Montant;Statut\nABCDEFGH2345;"1 500,00";Réussi\nshop ${Date.now()};1,00;Réussi\n`
  await finance.goto(`${consoleUrl()}/reconciliation`)
  await finance.getByLabel('De', { exact: true }).selectOption({ label: 'Paystack' })
  await finance.getByLabel('Jour').fill(day)
  await finance.getByLabel('Fichier').setInputFiles({ name: 'relevé.csv', mimeType: 'text/csv', buffer: Buffer.from(statement) })
  await finance.getByRole('button', { name: 'Lire le relevé' }).click()
  await expect(finance.getByText('relevé.csv')).toBeVisible()
  await finance.locator('select[name="col-reference"]').selectOption('Ref')
  await finance.locator('select[name="col-amount"]').selectOption('Montant')
  await finance.locator('select[name="col-state"]').selectOption('Statut')
  await finance.getByRole('checkbox', { name: /^Garder ce schéma/ }).uncheck()
  await finance.getByRole('button', { name: /^Comparer/ }).click()
  await expect(finance.getByText('Rien n’a été comparé')).toBeVisible()
  await finance.locator('select[name="word:Réussi"]').selectOption('done')
  await expectAccessible(finance)
  await handbookPicture(finance, 'statement')
  await finance.getByRole('button', { name: /^Comparer/ }).click()
  await expect(finance).toHaveURL(`${consoleUrl()}/reconciliation/paystack/${day}`)
  await finance.getByRole('link', { name: 'ABCD-EFGH-2345' }).click()
  await finance.getByRole('combobox', { name: 'Explication' }).selectOption('test-payment')
  await expectAccessible(finance)
  await handbookPicture(finance, 'reconciliation')
  await finance.getByRole('button', { name: 'Garder l’explication' }).click()
  await expect(finance.getByText('Explication gardée')).toBeVisible()
  await finance.getByRole('button', { name: 'Signer en premier' }).click()
  await expect(finance.getByText('Une autre personne signe en deuxième.')).toBeVisible()
  await finance.context().close()
})
