import { expect, test } from 'vitest'
import { plainVisitor, type ServedPage } from '../support/served-page.ts'
import { servedPortal } from '../support/served-portal.ts'

const portal = await servedPortal()
const INVALID = 'Numéro de mobile non valide'

const categoriesOf = ({ links }: ServedPage) => [...new Set(links().filter((href) => /^\?category=\w+$/.test(href)))]

test.for([
  ['/', 'Continuer'],
  ['/prepaid-recharge', 'Acheter du crédit'],
])('NUM-2 the button of %s is a plain one, and the server says what is missing', async ([path = '', button = '']) => {
  const page = await plainVisitor(portal).open(path)
  expect((await page.press(button)).text).toContain('Saisissez un numéro de mobile')
})

test('NUM-1 a wrong number is explained with the same words without script', async () => {
  const page = await plainVisitor(portal).open('/prepaid-recharge')
  const refused = await page.press('Acheter du crédit', { 'Numéro de mobile': '90000003', Montant: '1000' })
  // Once, beside the number: the purchase itself, which would refuse it too, is not attempted.
  expect(refused.text.match(new RegExp(INVALID, 'g'))).toEqual([INVALID])
  expect(refused.links('Payer sa facture')).toEqual(['/postpaid-bill-pay'])
  expect(refused.field('Montant')).toMatch(/^1.?000$/)
})

test('AMT-1 Back from the payment shows no amount that was refused before another one was taken', async () => {
  const visitor = plainVisitor(portal)
  const page = await visitor.open('/prepaid-recharge')
  const refused = await page.press('Acheter du crédit', { 'Numéro de mobile': '90840011', Montant: '1' })
  expect(refused.address).toMatch(/\?answer=/)
  expect(refused.field('Montant')).toBe('1')
  const hub = await refused.press('Acheter du crédit', { Montant: '700' })
  expect(hub.address).toMatch(/^\/payment\/start\/card\?purchase=/)
  const before = await visitor.open(refused.address)
  expect(before.field('Montant')).toBe('')
  expect(before.text).not.toMatch(/au moins|minimum/i)
})

test('a link with number and amount opens the page filled in; nonsense in it is ignored', async () => {
  const page = await plainVisitor(portal).open('/prepaid-recharge?msisdn=90000001&amount=2000')
  expect(page.field('Numéro de mobile')).toBe('90 00 00 01')
  expect(page.text).toContain('Ligne prépayée Ténéré Mobile')
  expect((await plainVisitor(portal).open('/prepaid-recharge?msisdn=%3Cscript%3E&amount=-5')).field('Montant')).toBe('')
})

test('ROUTE-1 the tariff table shows every category without a number, and tabs and chips are links', async () => {
  const tariffs = await plainVisitor(portal).open('/table')
  expect(categoriesOf(tariffs)).toHaveLength(6)
  const calls = await tariffs.follow('Appels')
  expect(calls.address).toBe('/table?category=voice')
  expect(calls.links().some((href) => /category=voice&period=/.test(href))).toBe(true)
  expect(calls.buttons().filter((name) => name.startsWith('Acheter'))).toEqual([])
})

test('TAB-1 what cannot be bought here, or only for a router, is marked', async () => {
  const visitor = plainVisitor(portal)
  const tariffs = await visitor.open('/table')
  const marks = new Set<string>()
  for (const href of categoriesOf(tariffs)) {
    const { text } = await visitor.open(`/table${href}`)
    for (const mark of ['en boutique seulement', 'pour routeur ou MiFi']) if (text.includes(mark)) marks.add(mark)
  }
  expect([...marks].toSorted()).toEqual(['en boutique seulement', 'pour routeur ou MiFi'])
})

test('STATE-3 without script another language keeps the address with its id', async () => {
  const visitor = plainVisitor(portal)
  const hub = await (await visitor.open('/prepaid-recharge?msisdn=90840003&amount=700')).press('Acheter du crédit')
  expect(hub.address).toMatch(/^\/payment\/start\/card\?purchase=/)
  const english = await hub.press('English')
  expect(english.address).toBe(hub.address)
  expect(english.title).toBe('How will you pay?')
})

test('HUB-4 in Niger there is one currency, whatever the address says', async () => {
  const visitor = plainVisitor(portal)
  const hub = await (await visitor.open('/prepaid-recharge?msisdn=90650001&amount=500')).press('Acheter du crédit')
  const dollars = await visitor.open(`${hub.address}&currency=USD`)
  expect(dollars.text).toMatch(/500 F/)
  expect(dollars.text).not.toContain('Devise')
})

test('BB-2 in Niger the broadband page has no link to the data balance', async () => {
  const page = await plainVisitor(portal).open('/broadband-recharge?balance=code')
  expect(page.title).toBe('Recharger un routeur')
  expect(page.links('Consulter mon solde de données')).toEqual([])
  expect(page.html).not.toContain('<dialog')
})
