import type { Visitor } from './visitor.ts'
import { expectSame, lineOf, type Walk } from './walk.ts'

const PAID = /^Merci, c’est réussi/
const HUB = /\/payment\/start\/card\?purchase=/
const STATUS = /\/payment\/status\?id=/
const PAYING_CARD = /4084 0840 8408 4081/
const EMAIL = 'amina@example.ne'

/** From the home page to the ways of paying. */
async function chooseAirtime(visitor: Visitor, { msisdn, amount }: { msisdn: string; amount: number }): Promise<void> {
  await visitor.goTo('/')
  await visitor.type(/^Numéro à recharger/, msisdn)
  if (!visitor.isScripted) await visitor.press(/^Continuer$/)
  await visitor.press(/^Autre montant$/)
  await visitor.isAt(/\/prepaid-recharge/)
  await visitor.type(/^Montant/, String(amount))
  await visitor.press(/^Acheter du crédit/)
  await visitor.isAt(HUB)
}

async function payByCard(visitor: Visitor, gateway: RegExp): Promise<void> {
  await visitor.press(/^Changer$/)
  await visitor.press(gateway)
  await visitor.type(/^Adresse e-mail/, EMAIL)
  await visitor.press(/^Payer/)
}

export const MONEY_WALKS: Walk[] = [
  {
    walk: 'CARD-2 home, airtime, card: the receipt, and the line is credited once',
    way: 'with and without script',
    async steps(visitor, world) {
      const msisdn = lineOf(visitor, '9181000')
      await chooseAirtime(visitor, { msisdn, amount: 1100 })
      await payByCard(visitor, /^DPO Pay/)
      await visitor.press(PAYING_CARD)
      await visitor.isAt(STATUS)
      await visitor.seesHeading(PAID)
      expectSame('credited', await world.ledgerAmounts('credit', msisdn), [1100])
    },
  },
  {
    walk: 'CARD-2 the pay page that stands in a frame over ours takes the card, and leads to the receipt',
    way: 'with script',
    async steps(visitor, world) {
      const msisdn = lineOf(visitor, '9181006')
      await chooseAirtime(visitor, { msisdn, amount: 1150 })
      await payByCard(visitor, /^Paystack/)
      await visitor.pressInFrame('iframe[title="Paiement par Paystack"]', PAYING_CARD)
      await visitor.isAt(STATUS)
      await visitor.seesHeading(PAID)
      expectSame('credited', await world.ledgerAmounts('credit', msisdn), [1150])
    },
  },
  {
    walk: 'MM-2 home, airtime, a request on the phone: the receipt, paid and credited once',
    way: 'with and without script',
    async steps(visitor, world) {
      const [msisdn, payer] = [lineOf(visitor, '9181001'), lineOf(visitor, '9181002')]
      await chooseAirtime(visitor, { msisdn, amount: 1200 })
      await visitor.press(/^Ténéré Money/)
      await visitor.type(/^Numéro de mobile/, payer)
      await visitor.press(/^Payer/)
      await visitor.isAt(STATUS)
      await visitor.seesHeading(/^Paiement en attente/)
      await world.acceptOnPhone(payer)
      await visitor.seesHeading(PAID)
      expectSame('captured', await world.ledgerAmounts('capture', payer), [1200])
      expectSame('credited', await world.ledgerAmounts('credit', msisdn), [1200])
    },
  },
  {
    walk: 'AIR-1 AIR-2 a bundle paid by airtime: number, code, question, receipt',
    way: 'with and without script',
    async steps(visitor, world) {
      const [msisdn, payer] = [lineOf(visitor, '9181003'), lineOf(visitor, '9181004')]
      await visitor.goTo('/data-bundle')
      await visitor.type(/^Numéro de mobile/, msisdn)
      if (!visitor.isScripted) await visitor.page.keyboard.press('Enter')
      await visitor.press(/^Acheter/)
      await visitor.isAt(HUB)
      await visitor.press(/^Crédit/)
      await visitor.type(/^Numéro de mobile/, payer)
      await visitor.type(/^Adresse e-mail/, EMAIL)
      await visitor.press(/^Continuer$/)
      const code = await world.codeFor(payer)
      await visitor.type(/^Code à 6 chiffres|^Chiffre 1/, code)
      if (!visitor.isScripted) await visitor.press(/^Valider le code/)
      await visitor.seesHeading(/^Êtes-vous sûr/)
      await visitor.press(/^Oui/)
      await visitor.seesHeading(PAID)
      expectSame('times captured', (await world.ledgerAmounts('capture', payer)).length, 1)
    },
  },
  {
    walk: 'POST-3 a postpaid bill by account: what is owed fills the amount and leads to the payment',
    way: 'with and without script',
    async steps(visitor) {
      await visitor.goTo('/postpaid-bill-pay')
      await visitor.press(/^Consulter ma facture postpayée/)
      await visitor.press(/^Avec le numéro de compte/)
      await visitor.type(/^Numéro de compte/, '1000000004')
      await visitor.type(/^Numéro de mobile/, '90000004')
      await visitor.press(/^Voir le montant dû/)
      await visitor.finds(/^Montant/, /^8.000$/)
      await visitor.press(/^Payer la facture/)
      await visitor.isAt(HUB)
    },
  },
  {
    walk: 'FIX-1 the bills of an account are listed, and one is chosen to be paid',
    way: 'with and without script',
    async steps(visitor) {
      await visitor.goTo('/orp/fixed-internet')
      await visitor.type(/^Numéro de compte/, 'P1234567890')
      await visitor.type(/^Adresse e-mail/, EMAIL)
      await visitor.press(/^Voir les factures/)
      await visitor.sees(/^3 factures à payer/)
      await visitor.press(/^Payer la facture FI-2026-0101/)
      await visitor.isAt(HUB)
    },
  },
]
