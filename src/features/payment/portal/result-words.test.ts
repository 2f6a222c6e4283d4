import { expect, test } from 'vitest'
import french from '#content/fr/payment-translation.json' with { type: 'json' }
import type { TransactionDetails } from '../contract.ts'
import { ringDashes, timeLeft } from './count-down.ts'
import { resultWords, stubOf } from './result-words.ts'
import { deadlineSentence } from './status-words.ts'

const DETAILS: TransactionDetails = {
  status: 'REQUEST_RAISED',
  transactionStatus: 'REQUEST_RAISED',
  transactionId: 'A'.repeat(22),
  refTransactionId: 'GAAA',
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
  bundleEnd: null,
  statusReason: '',
  reasonCode: '',
  metaInfo: { leadId: null },
  money: 'waiting',
  left: null,
  approveUntil: null,
  deliverBy: null,
  payerMobile: null,
  steps: [],
  redirectPage: '/prepaid-recharge',
  purchaseToPay: null,
  isFinal: false,
  isOwner: true,
}

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
] as const)('STAT-1 STAT-5 %o is said by the stub, the status and the title', ([change, state, word, over, title]) => {
  const details = { ...DETAILS, ...change }
  expect(stubOf(details, french)).toEqual({ state, word })
  expect(resultWords(details, french)).toMatchObject({ over, title })
})

test('that nothing was taken is said only where nothing was', () => {
  for (const money of ['taken', 'held', 'coming-back', 'given-back', 'being-checked', 'being-confirmed', 'never-heard-of'])
    for (const status of ['FAILED', 'FALIURE', 'CANCELLED', 'REQUEST_RAISED', 'SUCCESS'])
      expect(resultWords({ ...DETAILS, status, money }, french).title).not.toBe(french.title_failed)
})

test('what is paid and not delivered names the time until which it is, and what happens after', () => {
  expect(deadlineSentence(DETAILS, french, 'fr')).toBeNull()
  const waiting = { ...DETAILS, money: 'taken', deliverBy: '2026-11-01T13:49:00.000Z' }
  expect(deadlineSentence(waiting, french, 'fr')).toBe(
    'Livré avant le 1er novembre 2026 à 14:49 ; sinon, votre argent vous est rendu ou une personne s’en charge.',
  )
})

test('MM-2 the time that is left is said in minutes, then in seconds, and never below nought', () => {
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

test('MM-2 the ring is as full as there is time, whatever the clocks say', () => {
  expect([ringDashes(60, 120), ringDashes(500, 120), ringDashes(-3, 120), ringDashes(5, 0)]).toEqual([
    '50 100',
    '100 100',
    '0 100',
    '0 100',
  ])
})
