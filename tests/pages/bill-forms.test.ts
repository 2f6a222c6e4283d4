import { expect, test } from 'vitest'
import { plainVisitor, type PlainVisitor, type ServedPage } from '../support/served-page.ts'
import { servedPortal } from '../support/served-portal.ts'

const portal = await servedPortal()

async function showBills(visitor: PlainVisitor, account: string, email: string): Promise<ServedPage> {
  const page = await visitor.open('/orp/fixed-internet')
  return page.press('Voir les factures', { 'Numéro de compte': account, 'Adresse e-mail enregistrée': email })
}

async function fetchBill(visitor: PlainVisitor, msisdn: string, account: string): Promise<ServedPage> {
  const page = await visitor.open('/postpaid-bill-pay?fetch=account')
  return page.press('Voir le montant dû', { 'Numéro de compte': account, 'Numéro de mobile': msisdn })
}

test('FIX-2 FIX-3 the server reports missing and invalid values', async () => {
  const page = await showBills(plainVisitor(portal), 'X12', '')
  expect(page.text).toContain('Numéro de compte non valide')
  expect(page.text).toContain('Saisissez une adresse e-mail')
  expect(page.field('Numéro de compte')).toBe('X12')
})

test('FIX-1 an account with nothing open says so plainly', async () => {
  const { text } = await showBills(plainVisitor(portal), 'P0000000000', 'vide@example.ne')
  expect(text).toContain('Aucune facture n’est à payer pour ce compte. Merci.')
})

test('FIX-1 an open invoice with a fraction says to what it is rounded, not that it was paid', async () => {
  await portal.payInShop({ accountNo: 'P1234567890', billNo: 'FI-2026-0103', amount: 999.5 })
  for (const [language, rounded, paid] of [
    ['fr', /6.500,50.F.CFA\s*Arrondie à 6.501.F.CFA/, /Payée 6/],
    ['en', /Rounded to XOF.6,501/, /Paid as/],
  ] as const) {
    const visitor = plainVisitor(portal, { language })
    await visitor.call('subscriber/v1/fixed-internet/validate', { accountNo: 'P1234567890', contactPersonEmailId: 'amina@example.ne' })
    const { text } = await visitor.open('/orp/fixed-internet')
    expect(text).toMatch(rounded)
    expect(text).not.toMatch(paid)
  }
})

test('S9 FIX-1 a wrong e-mail and an unknown account read the same, and the bills of one account never stand under the refusal of the next', async () => {
  const visitor = plainVisitor(portal)
  expect((await showBills(visitor, 'P1234567890', 'amina@example.ne')).text).toContain('3 factures à payer')
  for (const account of ['P5555555555', 'P1234567890']) {
    const page = await showBills(visitor, account, 'autre@example.ne')
    expect(page.text).toContain('Ces informations ne vont pas ensemble.')
    expect(page.field('Numéro de compte')).toBe(account)
    expect(page.buttons().filter((name) => name.startsWith('Payer'))).toEqual([])
  }
})

test('POST-2 a code by SMS opens the bill by plain forms', async () => {
  const asked = await (await plainVisitor(portal).open('/postpaid-bill-pay')).follow('Consulter ma facture postpayée')
  const code = await asked.press('Envoyer le code', { 'Numéro de mobile': '90000007' })
  const incomplete = await code.press('Voir le montant dû', { 'Code à 6 chiffres': '000' })
  expect(incomplete.text).toContain('Saisissez les 6 chiffres du code.')
  const bill = await incomplete.press('Voir le montant dû', { 'Code à 6 chiffres': await portal.codeFor('90000007') })
  expect(bill.text).toContain('Aucun montant n’est dû sur cette ligne. Merci.')
})

test('POST-3 an amount fetched for one number is not paid for another', async () => {
  const bill = await fetchBill(plainVisitor(portal), '90000003', '1000000003')
  expect(bill.field('Montant')).toMatch(/12.?451/)
  const refused = await bill.press('Payer la facture', { 'Numéro de mobile': '90000007' })
  expect(refused.address).toMatch(/^\/postpaid-bill-pay/)
  expect(refused.text).toMatch(/Le montant affiché était celui du 90 00 00 03/)
  expect(refused.field('Montant')).toBe('')
})

test('S9 a debt is shown to the visit that proved it, on every view, and not to others with its URL', async () => {
  const visitor = plainVisitor(portal)
  const bill = await fetchBill(visitor, '90000004', '1000000004')
  for (const page of [bill, await visitor.open(bill.address)]) expect(page.text).toMatch(/Montant dû : 8 000/)
  const other = await plainVisitor(portal).open(bill.address)
  expect(other.title).toBe('Payer une facture postpayée')
  expect(other.html).not.toMatch(/8.000|90.00.00.04|90000004/)
})

test('GEN-9 without script what is owed, its note and the line survive refresh and another language', async () => {
  const visitor = plainVisitor(portal)
  const bill = await fetchBill(visitor, '90000004', '1000000004')
  const english = await (await visitor.open(bill.address)).press('English')
  expect(english.html).toContain('<html lang="en"')
  for (const [page, amount, number] of [
    [bill, 'Montant', 'Numéro de mobile'],
    [await visitor.open(bill.address), 'Amount', 'Mobile number'],
    [english, 'Amount', 'Mobile number'],
  ] as const) {
    expect(page.field(amount)).toMatch(/^8.?000$/)
    expect(page.field(number)).toBe('90 00 00 04')
  }
})
