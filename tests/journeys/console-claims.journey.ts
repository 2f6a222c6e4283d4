import { expectAccessible } from '../support/accessibility.ts'
import { smsTo } from '../support/buying-steps.ts'
import { consoleUrl, handbookPicture, staffPage } from '../support/console-steps.ts'
import { expect, test } from '../support/journey.ts'
import { choose, expectHeading, payersIn, push } from '../support/wallet-steps.ts'

test('FIND-4 CON-5 MSG-3 care answers a claim: counted while typing, sent once, read by the visitor, who may claim again', async ({
  page,
  browser,
  request,
}) => {
  await choose(page, { msisdn: '90740001', amount: 650, method: 'Ténéré Money' })
  await push(page, '90740002')
  await expectHeading(page, 'Paiement en attente')
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  await page.goto(`/find-payment/claim?id=${id}`)
  await page.getByLabel('Votre numéro').fill('90740002')
  await page.getByRole('button', { name: 'Recevoir un code par SMS' }).click()
  await page.getByLabel('Chiffres du code').fill(await payersIn(request).codeFor('90740002'))
  await page.getByRole('button', { name: 'Valider le code' }).click()
  await page.getByRole('radio', { name: /Autre chose/ }).check()
  await page.getByLabel('Quelques mots, si vous voulez').fill('Toujours rien. <b>Mon PIN est 1234</b>')
  await page.getByRole('button', { name: 'Envoyer' }).click()
  const heading = page.getByRole('heading', { name: /^Demande C[A-Z2-9]{7}$/ })
  await expect(heading).toBeVisible()
  const number = (await heading.innerText()).slice(-8)

  const care = await staffPage(browser, 'Agent 1', '/claims')
  await expectAccessible(care)
  await care.getByRole('table').getByRole('link', { name: number }).click()
  await expect(care.getByText('Toujours rien. <b>Mon PIN est ••••</b>').last()).toBeVisible()
  await care.getByRole('button', { name: 'Prendre' }).click()
  await expect(care.getByText('Demande attribuée à Agent 1')).toBeVisible()
  const answer = care.getByLabel('Réponse', { exact: true })
  await answer.fill('Votre code est 4821')
  await care.getByRole('button', { name: /^Répondre et fermer/ }).click()
  await expect(care.getByText('La réponse contient un numéro, un code, une carte ou une adresse : retirez-le.')).toBeVisible()
  await expect(answer).toHaveValue('Votre code est 4821')
  // Counted as it is typed, with the words around it.
  await answer.fill(`L’hôte ${'a'.repeat(130)}`)
  await expect(care.getByText('1 SMS, GSM-7')).toBeVisible()
  await answer.pressSequentially('aaaaa')
  await expect(care.getByText('2 SMS, GSM-7')).toBeVisible()
  await expect(care.getByText(/’ → ' · ô → o/)).toBeVisible()
  await answer.fill('🙂')
  await expect(care.getByText('1 SMS, UCS-2')).toBeVisible()
  await expectAccessible(care)
  await care.getByRole('link', { name: 'Il nous manque…' }).click()
  await expect(answer).toHaveValue(/^Bonjour, il nous manque le jour/)
  await handbookPicture(care, 'claim')
  await answer.press('Control+Enter')
  await expect(care.getByText('Réponse envoyée, demande fermée')).toBeVisible()
  await expect(answer).toHaveCount(0)
  await expectAccessible(care)

  await expect
    .poll(async () => (await smsTo(request, '90740002')).filter((text) => text.includes('il nous manque')), { timeout: 20_000 })
    .toEqual([expect.stringMatching(new RegExp(`^Demande ${number} ?: Bonjour, il nous manque le jour, l'heure`))])
  await page.reload()
  await expect(page.getByText(/Notre réponse\s?: Bonjour, il nous manque le jour/)).toBeVisible()
  await expect(page.getByRole('radio', { name: /Autre chose/ })).toBeVisible()
  await care.goto(`${consoleUrl()}/claims?list=answered`)
  await expect(care.getByRole('link', { name: number })).toBeVisible()
  await care.context().close()
})
