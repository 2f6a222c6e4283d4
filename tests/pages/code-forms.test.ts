import { expect, test } from 'vitest'
import { plainVisitor } from '../support/served-page.ts'
import { servedPortal } from '../support/served-portal.ts'

const portal = await servedPortal()
const english = () => plainVisitor(portal, { language: 'en' })

test('OTP-3 a second code too soon is refused with the remaining seconds, not with the limit’s message', async () => {
  const page = await (await english().open('/check-balance')).press('Send me the code by SMS', { 'Your number': '90810003' })
  expect(page.text).toContain('We sent a 6-digit code')
  const again = await page.press('Send another code')
  expect(again.text).toMatch(/A code is on its way to this number already\. Another code is possible in \d{1,2} s\./)
  expect(again.text).not.toContain('max limit exhausted')
})

test('OTP-4 for a number that cannot receive a code, the form says so, and not that a code was sent', async () => {
  const page = await (await english().open('/postpaid-bill-pay?fetch=code')).press('Send the code', { 'Mobile number': '70000001' })
  expect(page.text).toContain('We cannot send an SMS to this number.')
  expect(page.text).not.toContain('We sent a 6-digit code')
  expect(page.html).toContain('value="70 00 00 01"')
})

test('LEAD-7 a request that does not exist is said plainly, after a code', async () => {
  const page = await plainVisitor(portal).open('/hbb-lead-status')
  expect((await page.press('Voir l’avancement')).text).toContain('Saisissez le numéro de la demande')
  const asked = await page.press('Voir l’avancement', { 'Numéro de la demande': 'SL-0000000000', 'Numéro de contact': '92000006' })
  const answered = await asked.press('Valider le code', { 'Code à 6 chiffres': await portal.codeFor('92000006') })
  expect(answered.text).toContain('Aucune demande ne correspond à ces informations.')
  expect(answered.field('Numéro de la demande')).toBe('SL-0000000000')
})

test.for(['', 'A'.repeat(22), '%00', '../../'])('FIND-3 a claim about an unknown payment leads to proving one’s number: %j', async (id) => {
  const page = await plainVisitor(portal).open(`/find-payment/claim?id=${encodeURIComponent(id)}`)
  expect(page.status).toBe(404)
  expect(page.links('Retrouver mes paiements')).toHaveLength(1)
})

test.for([
  ['/r/bcdfghjklmnpqrstvwxzbcdf', /does not come from us, or it was changed/],
  ['/r/bcdf', /This link is incomplete/],
  ['/r/%2e%2e%2fask', /This link is incomplete/],
  ['/r/https:%2F%2Fexample.com', /This link is incomplete/],
  ['/ask/bcdfghjklmnpqrstvwxzbcdf', /does not come from us, or it was changed/],
] as const)('LINK-3 LINK-4 a link that was made up, cut or typed wrongly says what is wrong and leads on: %s', async ([path, words]) => {
  const page = await english().open(path)
  expect(page.status).toBe(404)
  expect(page.text).toMatch(words)
  expect(page.links('Make a new request')).toEqual(['/ask'])
})

test('OTP-2 without script a wrong code says how many attempts are left', async () => {
  let page = await (await plainVisitor(portal).open('/check-balance?msisdn=92000061')).press('Recevoir le code par SMS')
  expect(page.text).toContain('Essais restants : 5')
  const code = await portal.codeFor('92000061')
  for (const left of ['Essais restants : 4', 'Essais restants : 3']) {
    page = await page.press('Valider le code', { 'Code à 6 chiffres': code === '111111' ? '222222' : '111111' })
    expect(page.text).toContain(`Saisissez le bon code`)
    expect(page.text).toContain(left)
  }
})

test('STATE-3 a refusal is shown in the language that was chosen after it', async () => {
  const find = await plainVisitor(portal).open('/find-payment')
  const unfound = await find.press('Ouvrir ce paiement', { 'Référence du reçu': 'GXXXX' })
  expect(unfound.text).toContain('Aucun paiement n’a cette référence.')
  expect((await unfound.press('English')).text).toContain('No payment has this reference.')

  const account = await plainVisitor(portal).open('/orp/fixed-internet')
  const refused = await account.press('Voir les factures', {
    'Numéro de compte': 'P5555555555',
    'Adresse e-mail enregistrée': 'autre@example.ne',
  })
  expect(refused.text).toContain('Ces informations ne vont pas ensemble.')
  const english = await refused.press('English')
  expect(english.text).not.toContain('Ces informations')
  expect(english.html).toContain('P5555555555')

  const asked = await (await plainVisitor(portal).open('/check-balance?msisdn=92000062')).press('Recevoir le code par SMS')
  const wrong = await asked.press('Valider le code', { 'Code à 6 chiffres': '000000' })
  expect(wrong.text).toContain('Saisissez le bon code')
  expect((await wrong.press('English')).text).toContain('Please enter correct OTP')
})
