import type { ReviewReason } from '#features/payment/engine/records.ts'
import type { ConsoleLanguage } from '../../console-language.ts'

type Words = {
  title: string
  /** What happened, and what to do. */
  advice: string
  /** The steps on the page of one payment: what to look at, and what follows from what is found. */
  steps: readonly (readonly [look: string, then: string])[]
}

/** Why a payment waits for a person. The meaning of a reason is in the engine's `review-advice.ts`; here it is worded for the people who act. */
const FRENCH: Readonly<Record<ReviewReason, Words>> = {
  'open-too-long': {
    title: 'Sans réponse depuis deux jours',
    advice: 'Le service de paiement n’a pas dit depuis deux jours si c’est payé : demandez-lui.',
    steps: [
      ['Redemandez d’ici, puis cherchez le n° du service dans ses livres.', 'Payé : la réponse fait avancer le paiement toute seule.'],
      ['Appelez le service de paiement s’il ne répond pas.', 'Jamais payé : clore comme « pas payé ».'],
    ],
  },
  'cannot-be-asked': {
    title: 'Impossible à redemander',
    advice:
      'La réponse à la demande s’est perdue, et sans elle le service ne peut pas être interrogé : cherchez notre référence dans ses livres.',
    steps: [
      ['Cherchez notre référence de tentative chez le service.', 'Absente : clore comme « pas payé ». Payée : proposer le remboursement.'],
    ],
  },
  'unknown-word': {
    title: 'Mot inconnu du service',
    advice: 'Le service répond par un mot d’état que le portail ne connaît pas : regardez ses livres et prévenez l’exploitation.',
    steps: [
      ['Lisez le mot dans le déroulé, et cherchez le paiement dans les livres du service.', 'Pas payé : clore comme « pas payé ».'],
      ['Donnez le mot à l’exploitation, qui l’ajoute à la table du service.', 'Puis redemandez.'],
    ],
  },
  'delivery-unclear': {
    title: 'Livraison incertaine',
    advice: 'Payé, et le réseau ne dit pas depuis des heures si c’est livré : regardez la ligne.',
    steps: [
      ['Cherchez notre référence chez le réseau.', 'Trouvée et livrée : clore comme « livré ».'],
      ['Regardez la ligne : solde ou forfaits actifs.', 'Absent : proposer le remboursement.'],
    ],
  },
  'paid-another-amount': {
    title: 'Autre montant payé',
    advice: 'Payé avec un autre montant ou une autre devise : rien n’a été livré. Rendez ce qui a été payé.',
    steps: [['Comparez le montant payé et le montant demandé.', 'Proposer le remboursement de ce qui a été payé.']],
  },
  'refunded-by-provider': {
    title: 'Rendu par le service de lui-même',
    advice: 'Le service a rendu l’argent sans qu’on le lui demande : voyez si l’achat a été livré.',
    steps: [['Regardez l’état de la livraison.', 'Non livré : clore comme « rendu ». Livré : voyez avec les finances.']],
  },
  'partly-refunded': {
    title: 'Rendu en partie',
    advice: 'Une partie seulement est revenue, ou un autre montant que celui payé.',
    steps: [
      ['Comparez le montant rendu et le montant payé dans les livres du service.', 'Rendez le reste chez lui, puis clore comme « rendu ».'],
    ],
  },
  'refund-by-hand': {
    title: 'À rendre à la main',
    advice: 'Le service de paiement ne sait pas rendre par appel : rendez chez lui, puis dites-le ici.',
    steps: [
      ['Rendez le montant sur le portail du service.', 'Notez le numéro du remboursement.'],
      ['Revenez ici avec ce numéro.', 'Une deuxième personne l’approuve, et le client reçoit son SMS.'],
    ],
  },
  'refund-refused': {
    title: 'Remboursement refusé',
    advice: 'Le service de paiement a refusé de rendre : rendez d’une autre façon.',
    steps: [['Lisez le refus dans le déroulé : le compte du payeur est peut-être fermé.', 'Rendez autrement, puis clore comme « rendu ».']],
  },
  overpaid: {
    title: 'Payé en trop',
    advice: 'On a payé plus que demandé : rendez le reste, puis clore comme « trop-perçu rendu ».',
    steps: [['Rendez la différence chez le service de paiement.', 'Puis clore comme « trop-perçu rendu ».']],
  },
  'sources-disagree': {
    title: 'Sources en désaccord',
    advice: 'L’avis du service dit payé, sa réponse dit autre chose : regardez ses livres. Pas payé : clore comme « pas payé ».',
    steps: [['Cherchez le n° du service dans ses livres.', 'Payé : redemandez. Pas payé : clore comme « pas payé ».']],
  },
  'paid-unreadable': {
    title: 'Montant illisible',
    advice: 'Le service dit payé, sans montant lisible : regardez ses livres.',
    steps: [['Cherchez le paiement dans les livres du service.', 'Pas payé : clore comme « pas payé ». Payé : proposer le remboursement.']],
  },
  'answer-differs': {
    title: 'Réponse sur un autre paiement',
    advice:
      'Le service dit payé, mais pas ce qui a été demandé (référence, montant, devise ou marchand) : trouvez notre paiement dans ses livres.',
    steps: [['Cherchez notre référence de tentative dans ses livres.', 'Absente : clore comme « pas payé ».']],
  },
  'receipt-used': {
    title: 'Reçu déjà utilisé',
    advice: 'Son reçu paie déjà un autre achat : regardez les livres du service pour les deux.',
    steps: [['Cherchez les deux paiements dans les livres du service.', 'Un seul payé : clore celui-ci comme « pas payé ».']],
  },
  'work-failed': {
    title: 'Étape en échec',
    advice: 'Une étape a échoué cinq fois : voyez pourquoi, corrigez, puis réessayez.',
    steps: [['Lisez la raison de l’échec sous « Livraison ».', 'Cause levée : réessayer l’étape.']],
  },
  'refund-after-restore': {
    title: 'À rendre, après une restauration',
    advice: 'À rendre, mais une sauvegarde a été restaurée : voyez dans les livres du service si c’est déjà rendu.',
    steps: [['Cherchez le remboursement dans les livres du service.', 'Déjà rendu : clore comme « rendu ». Sinon, rendez-le chez lui.']],
  },
  'found-by-statement': {
    title: 'Trouvé dans un relevé',
    advice: 'Un relevé le contient, et le livre restauré non : décidez pour chacun.',
    steps: [['Comparez le relevé et la ligne.', 'Clore selon ce qui est arrivé.']],
  },
  'payment-lost': {
    title: 'Paiement perdu à la restauration',
    advice: 'Livré, et la sauvegarde restaurée a perdu comment c’était payé : retrouvez le paiement parmi ceux repris d’un relevé.',
    steps: [['Cherchez le paiement parmi ceux repris d’un relevé.', 'Trouvé : clore les deux comme « livré ».']],
  },
  'report-not-taken': {
    title: 'Livraison non annoncée au service',
    advice: 'Livré, et le service ne l’a pas enregistré depuis un jour : marquez-le chez lui comme livré.',
    steps: [['Marquez le paiement comme livré chez le service.', 'Puis clore comme « livré ».']],
  },
  'refund-unclear': {
    title: 'Remboursement incertain',
    advice: 'Le service ne dit pas si le remboursement est fait : demandez-lui.',
    steps: [
      ['Cherchez notre référence de remboursement dans ses livres.', 'Rendu : clore comme « rendu ». Jamais fait : rendez-le chez lui.'],
    ],
  },
}

const ENGLISH: Readonly<Record<ReviewReason, Words>> = {
  'open-too-long': {
    title: 'No answer for two days',
    advice: 'The provider has not said for two days whether it was paid: ask the provider.',
    steps: [
      ['Ask again from here, then look for the provider’s number in its books.', 'Paid: the answer moves the payment on by itself.'],
      ['Call the provider if it does not answer.', 'Never paid: close as “not paid”.'],
    ],
  },
  'cannot-be-asked': {
    title: 'Cannot be asked',
    advice: 'The answer to the request was lost, and the provider cannot be asked without it: look for our reference in its books.',
    steps: [['Look for our reference of the attempt at the provider.', 'Not there: close as “not paid”. Paid: propose a refund.']],
  },
  'unknown-word': {
    title: 'Unknown word of the provider',
    advice: 'The provider answers with a state that the portal does not know: look at its books and tell operations.',
    steps: [
      ['Read the word in the timeline, and look for the payment in the provider’s books.', 'Not paid: close as “not paid”.'],
      ['Give the word to operations, who add it to the provider’s table.', 'Then ask again.'],
    ],
  },
  'delivery-unclear': {
    title: 'Delivery unclear',
    advice: 'Paid, and the operator has not said for hours whether it was delivered: look at the line.',
    steps: [
      ['Look for our reference at the operator.', 'Found and delivered: close as “delivered”.'],
      ['Look at the line: balance or active bundles.', 'Not there: propose a refund.'],
    ],
  },
  'paid-another-amount': {
    title: 'Another amount paid',
    advice: 'Paid with another amount or currency: nothing was delivered. Refund what was paid.',
    steps: [['Compare the amount paid with the amount asked.', 'Propose a refund of what was paid.']],
  },
  'refunded-by-provider': {
    title: 'Refunded by the provider',
    advice: 'The provider gave the money back without being asked: see whether the purchase was delivered.',
    steps: [['Look at the state of the delivery.', 'Not delivered: close as “refunded”. Delivered: speak with finance.']],
  },
  'partly-refunded': {
    title: 'Partly refunded',
    advice: 'Only a part of the money came back, or another amount than was paid.',
    steps: [['Compare the refund with the payment in the provider’s books.', 'Refund the rest there, then close as “refunded”.']],
  },
  'refund-by-hand': {
    title: 'To be refunded by hand',
    advice: 'The provider has no refund call: refund it there, then say so here.',
    steps: [
      ['Refund the amount on the provider’s own portal.', 'Note the number of the refund.'],
      ['Come back here with this number.', 'A second person approves it, and the customer gets an SMS.'],
    ],
  },
  'refund-refused': {
    title: 'Refund refused',
    advice: 'The provider refused the refund: refund it another way.',
    steps: [['Read the refusal in the timeline: the payer’s account may be closed.', 'Refund it another way, then close as “refunded”.']],
  },
  overpaid: {
    title: 'Overpaid',
    advice: 'More was paid than asked: give the rest back, then close as “excess returned”.',
    steps: [['Refund the difference at the provider.', 'Then close as “excess returned”.']],
  },
  'sources-disagree': {
    title: 'Sources disagree',
    advice: 'The provider’s notice says paid, its answer says otherwise: look at its books. Not paid: close as “not paid”.',
    steps: [['Look for the provider’s number in its books.', 'Paid: ask again. Not paid: close as “not paid”.']],
  },
  'paid-unreadable': {
    title: 'Unreadable amount',
    advice: 'The provider says paid without an amount that can be read: look at its books.',
    steps: [['Look for the payment in the provider’s books.', 'Not paid: close as “not paid”. Paid: propose a refund.']],
  },
  'answer-differs': {
    title: 'Answer about another payment',
    advice: 'The provider says paid, but not of what was asked (reference, amount, currency or merchant): find our payment in its books.',
    steps: [['Look for our reference of the attempt in its books.', 'Not there: close as “not paid”.']],
  },
  'receipt-used': {
    title: 'Receipt used already',
    advice: 'Its receipt pays for another payment already: look at the provider’s books for both.',
    steps: [['Look for both payments in the provider’s books.', 'Only one paid: close this one as “not paid”.']],
  },
  'work-failed': {
    title: 'Step failed',
    advice: 'A step of it failed five times: see why, correct it, then retry.',
    steps: [['Read the reason of the failure under “Delivery”.', 'Cause removed: retry the step.']],
  },
  'refund-after-restore': {
    title: 'To be refunded, after a restore',
    advice: 'To be given back, but a backup was restored: see in the provider’s books whether it went back already.',
    steps: [['Look for the refund in the provider’s books.', 'Refunded: close as “refunded”. Otherwise refund it there.']],
  },
  'found-by-statement': {
    title: 'Found in a statement',
    advice: 'A statement holds it, and a restored ledger does not: decide about each.',
    steps: [['Compare the statement and the line.', 'Close by what happened.']],
  },
  'payment-lost': {
    title: 'Payment lost by a restore',
    advice: 'Delivered, and a restored backup lost how it was paid: find the payment among those imported from a statement.',
    steps: [['Look for the payment among those imported from a statement.', 'Found: close both as “delivered”.']],
  },
  'report-not-taken': {
    title: 'Delivery not reported',
    advice: 'Delivered, and the provider has not taken note of it for a day: mark it there as delivered.',
    steps: [['Mark the payment as delivered at the provider.', 'Then close as “delivered”.']],
  },
  'refund-unclear': {
    title: 'Refund unclear',
    advice: 'The provider does not say whether the refund was made: ask the provider.',
    steps: [['Look for our reference of the refund in its books.', 'Refunded: close as “refunded”. Never made: refund it there.']],
  },
}

const UNKNOWN: Readonly<Record<ConsoleLanguage, Words>> = {
  fr: { title: 'Autre raison', advice: 'Une autre version du portail a posé cette raison : demandez à l’exploitation.', steps: [] },
  en: { title: 'Another reason', advice: 'Another version of the portal gave this reason: ask operations.', steps: [] },
}

/** Rows may hold a reason of another version. */
export function reviewWords(reason: string, language: ConsoleLanguage): Words {
  const known: Partial<Record<string, Words>> = { fr: FRENCH, en: ENGLISH }[language]
  return Object.hasOwn(known, reason) ? (known[reason] ?? UNKNOWN[language]) : UNKNOWN[language]
}
