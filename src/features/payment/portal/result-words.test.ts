import { expect, test } from 'vitest'
import french from '#content/fr/payment-translation.json' with { type: 'json' }
import type { TransactionDetails } from '../contract.ts'
import { ringDashes, timeLeft } from './count-down.ts'
import { resultWords, stubOf } from './result-words.ts'
import { chatReceipt, receiptCopy } from './receipt-copy.ts'
import { statusRows } from './status-rows.ts'
import { deadlineSentence, deliveredSentence, moneySentence, reasonSentence, shownDetails, shownSteps } from './status-words.ts'

const DETAILS: TransactionDetails = {
  status: 'REQUEST_RAISED',
  transactionStatus: 'REQUEST_RAISED',
  transactionId: 'A'.repeat(22),
  refTransactionId: 'GAAA',
  busyUntil: null,
  transactionType: 'PREPAID_RECHARGE',
  paymentMode: 'PG',
  paymentGateway: 'dpo',
  currencyCode: 'XOF',
  amount: 1000,
  paidIn: null,
  excess: null,
  msisdn: '90000001',
  mobileNumber: '90000001',
  accountId: '',
  invoiceNumber: '',
  bundleDescription: '',
  productCode: null,
  bundleEnd: null,
  statusReason: '',
  reasonCode: '',
  metaInfo: { leadId: null },
  money: 'waiting',
  tellsBySms: false,
  left: null,
  approveUntil: null,
  deliverBy: null,
  payerMobile: null,
  otherWaiting: null,
  steps: [],
  redirectPage: '/prepaid-recharge',
  purchaseToPay: null,
  isFinal: false,
  isOwner: true,
}

test.for([
  ['2026-11-17T12:05:00Z', '1,64\u00a0USD (taux de 13:05 : 1\u00a0USD = 612,5\u00a0XOF)'],
  [null, '1,64\u00a0USD (1\u00a0USD = 612,5\u00a0XOF)'],
])('HUB-4 the status and the receipt show the rate of the payment, read at %s', ([rateAt, value]) => {
  const paidIn = { currencyCode: 'USD', amount: 1.64, rate: '0.00163265', rateAt: rateAt as string | null }
  const rows = shownDetails({ ...DETAILS, paidIn }, french, { date: null, paid: '1 000 F', language: 'fr' })
  expect(rows).toContainEqual({ label: french.rate, value })
  expect(shownDetails(DETAILS, french, { date: null, paid: '', language: 'fr' }).map(({ label }) => label)).not.toContain(french.rate)
})

test.for([
  [{ approveUntil: '2026-11-17T12:00:00Z' }, 'running', 'En attente', 'Paiement en attente', 'Acceptez sur votre téléphone'],
  [{ money: 'taken' }, 'running', 'En cours', 'Paiement en cours', 'Paiement reçu, livraison en cours'],
  [{ money: 'being-confirmed' }, 'running', 'En cours', 'Paiement en cours', 'Nous attendons la confirmation'],
  [{ money: 'being-checked' }, 'review', 'Contrôle', 'Paiement en cours', 'Nous vérifions votre paiement'],
  [{ money: 'held' }, 'review', 'Contrôle', 'Paiement en cours', 'Nous vérifions votre paiement'],
  [{ status: 'NEVER_HEARD_OF', money: 'whatever' }, 'running', 'En cours', 'Paiement en cours', 'Nous attendons la confirmation'],
  [{ status: 'SUCCESS', money: 'delivered' }, 'done', 'Livré', 'Merci, c’est réussi', 'Crédit livré'],
  [
    { status: 'SUCCESS', money: 'delivered', transactionType: 'PREPAID_BUNDLES' },
    'done',
    'Activé',
    'Merci, c’est réussi',
    'Forfait activé',
  ],
  [{ status: 'SUCCESS', money: 'delivered', transactionType: 'BILL_PAYMENT' }, 'done', 'Payé', 'Merci, c’est réussi', 'Facture payée'],
  [{ status: 'SUCCESS', money: 'delivered', transactionType: 'HBB_LEADS' }, 'done', 'Commandé', 'Merci, c’est réussi', 'Commande passée'],
  [{ status: 'FAILED', money: 'not-taken' }, 'failed', 'Refusé', 'Paiement non abouti', 'Rien n’a été débité'],
  [{ status: 'FAILED', money: 'coming-back' }, 'returned', 'En retour', 'Remboursement en cours', 'Votre argent revient'],
  [{ status: 'FAILED', money: 'given-back' }, 'returned', 'Rendu', 'Remboursement terminé', 'Argent rendu'],
  [{ status: 'FAILED', money: 'being-checked' }, 'review', 'Contrôle', 'Paiement non abouti', 'Nous vérifions votre paiement'],
  [{ left: 'cancelled' }, 'failed', 'Annulé', 'Vous avez quitté le paiement', 'Vous pouvez payer autrement'],
  [{ left: 'declined' }, 'failed', 'Refusé', 'Paiement non abouti', 'Vous pouvez payer autrement'],
] as const)('STAT-1 STAT-5 for %o stub, status and title agree', ([change, state, word, over, title]) => {
  const details = { ...DETAILS, ...change }
  expect(stubOf(details, french)).toEqual({ state, word })
  expect(resultWords(details, french)).toMatchObject({ over, title })
})

test('‘nothing was taken’ is shown only where nothing was', () => {
  for (const money of ['taken', 'held', 'coming-back', 'given-back', 'being-checked', 'being-confirmed', 'never-heard-of'])
    for (const status of ['FAILED', 'FALIURE', 'CANCELLED', 'REQUEST_RAISED', 'SUCCESS'])
      expect(resultWords({ ...DETAILS, status, money }, french).title).not.toBe(french.title_failed)
})

test('a paid, undelivered purchase shows its deadline, and what happens after it', () => {
  expect(deadlineSentence(DETAILS, french, 'fr')).toBeNull()
  const waiting = { ...DETAILS, money: 'taken', deliverBy: '2026-11-01T13:49:00.000Z' }
  expect(deadlineSentence(waiting, french, 'fr')).toBe(
    'Livré avant le 1er novembre 2026 à 14:49 ; sinon, votre argent vous est rendu ou une personne s’en charge.',
  )
})

test('MM-2 the remaining time is shown in minutes, then in seconds, and never below zero', () => {
  const words = { words: french.pushSeconds, longWords: french.pushMinutes, over: french.pushOver }
  expect([119, 61, 60, 59, 1, 0, -5].map((seconds) => timeLeft(seconds, words))).toEqual([
    '1 min 59 s',
    '1 min 1 s',
    '1 min 0 s',
    '59 s',
    '1 s',
    french.pushOver,
    french.pushOver,
  ])
})

test('MM-2 the ring shows the remaining share of the time, whatever the clocks say', () => {
  expect([ringDashes(60, 120), ringDashes(500, 120), ringDashes(-3, 120), ringDashes(5, 0)]).toEqual([
    '50 100',
    '100 100',
    '0 100',
    '0 100',
  ])
})

test('I18 of two payments for one subject, one page explains the refund, the other says that it was not this one', () => {
  const second = { ...DETAILS, status: 'FAILED', money: 'coming-back', statusReason: 'not_owed', transactionType: 'BILL_PAYMENT' } as const
  expect(moneySentence(second, french)).toMatch(/^C’était déjà payé quand votre argent est arrivé.* en train de vous être rendu/)
  expect(reasonSentence(second, french)).toBeNull()
  const first = { ...DETAILS, status: 'SUCCESS', money: 'delivered', statusReason: 'also_paid' } as const
  expect(reasonSentence(first, french)).toContain('Son argent lui est rendu')
})

test('RCPT-4 LINK-2 what goes into a chat holds the ends of the number only, and where to check it', () => {
  const paid = { ...DETAILS, status: 'SUCCESS', money: 'delivered', refTransactionId: 'GV95ULKNDHNBG', accountId: '1020304' }
  const copy = receiptCopy(paid, french, { language: 'fr', now: new Date('2026-11-19T20:15:00Z') })
  const message = chatReceipt(copy, french, 'https://portal.example/v/GV95')
  expect(message).toMatch(/1 000 F CFA pour 90 \*\* \*\* 01\nCrédit livré\n.*https:\/\/portal\.example\/v\/GV95$/)
  expect(message).not.toMatch(/90\s?00|1020304|A{22}/)
  expect(copy.madeAt).toBe('19 novembre 2026 à 21:15')
})

test('STAT-5 the rows of a payment say where money went, as far as it went', () => {
  const given = { date: null, paid: '1 000 F CFA', language: 'fr' } as const
  const paidBy = { paymentMode: 'MONEY_PUSH', paymentGateway: 'money-push', payerMobile: '90000002' }
  const labels = (change: Partial<TransactionDetails>) => statusRows({ ...DETAILS, ...paidBy, ...change }, french, given)
  expect(labels({ status: 'SUCCESS', money: 'delivered' })).toMatchObject([
    { label: 'Payé avec', value: 'Ténéré Money', more: 'compte 90\u00a000\u00a000\u00a002' },
    { label: 'Total payé', isReturned: false },
  ])
  expect(labels({ status: 'FAILED', money: 'given-back' })).toMatchObject([
    { label: 'Rendu sur' },
    { label: 'Montant rendu', isReturned: true },
  ])
  expect(labels({ status: 'FAILED', money: 'not-taken' })).toMatchObject([{ label: 'Essayé avec' }, { label: 'Total' }])
})

test('MSG-1 an SMS is said to confirm a delivery to a line, and not that of a bill without one', () => {
  const done = { ...DETAILS, status: 'SUCCESS', money: 'delivered' }
  expect(deliveredSentence(done, french, 'fr')).toMatch(/^1.000.F sont sur le 90.00.00.01\. Un SMS le confirme\.$/)
  expect(deliveredSentence({ ...done, transactionType: 'BILL_PAYMENT', msisdn: '' }, french, 'fr')).not.toContain('SMS')
})

test('STAT-5 a refused payment has a failed step, a refund a returned one, and only a step of another way names its way', () => {
  const step = (kind: string, gateway: string | null = 'dpo') => ({ kind, at: '2026-11-17T12:00:00Z', gateway })
  const shown = (steps: TransactionDetails['steps']) => shownSteps({ ...DETAILS, isFinal: true, steps }, french, () => '13:00:00')
  expect(shown([step('asked'), step('declined')])).toEqual([
    { label: 'Demande de paiement', detail: '13:00:00', state: 'done' },
    { label: 'Paiement refusé', detail: '13:00:00', state: 'failed' },
  ])
  expect(shown([step('paid'), step('refunded')]).map(({ state }) => state)).toEqual(['done', 'returned'])
  expect(shown([step('asked', 'dpo'), step('declined', 'dpo'), step('asked', 'mpesa')]).map(({ detail }) => detail)).toEqual([
    '13:00:00 · DPO Pay',
    '13:00:00 · DPO Pay',
    '13:00:00 · M-PESA',
  ])
})
