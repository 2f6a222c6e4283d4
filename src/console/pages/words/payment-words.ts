import { boughtKind, type BoughtKind } from '#features/payment/bought-kind.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import { CONNECTORS, type ConnectorId } from '#shared/connector-table.ts'
import { fillText } from '#shared/fill-text.ts'
import { maskMobileNumber } from '#shared/mobile-number.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { consoleTexts } from '../../console-texts.ts'
import type { IconName } from '../../frame/icon.tsx'
import type { Tone } from '../../frame/pieces.tsx'
import type { ListedPayment } from '../../queries/payment-list.ts'
import type { Channel, PurchaseKind, Standing } from '../../queries/payment-filter.ts'

export const paymentTexts = consoleTexts({
  fr: {
    airtime: 'Crédit',
    bundle: 'Forfait',
    bill: 'Facture',
    order: '5G à domicile',
    bundleNamed: 'Forfait {name}',
    methodCard: 'Carte bancaire',
    cardOf: 'Carte · {name}',
    methodAirtime: 'Crédit',
    same: 'le même',
    card: 'carte',
    unknown: '—',
    web: 'Site web',
    link: 'Lien de paiement',
    ussd: 'Menu USSD',
    delivered_airtime: 'Livré',
    delivered_bundle: 'Activé',
    delivered_bill: 'Payé',
    delivered_order: 'Payé',
    open: 'En attente',
    delivering: 'En livraison',
    review: 'Contrôle',
    'coming-back': 'En retour',
    'given-back': 'Rendu',
    kept: 'Gardé',
    declined: 'Refusé',
    cancelled: 'Annulé',
    expired: 'Expiré',
    reason_card_declined: 'Carte refusée',
    reason_insufficient_funds: 'Solde insuffisant',
    reason_payer_declined: 'Refusé par le payeur',
    reason_expired: 'Temps écoulé',
    reason_provider: 'Refus du service',
    reason_other: 'Refusé',
    reason_wrong_pin: 'Code secret faux',
    reason_pin_locked: 'Portefeuille bloqué',
    reason_limit: 'Limite du portefeuille',
    reason_payer_unknown: 'Pas de portefeuille',
    reason_payer_busy: 'Autre demande ouverte',
    reason_payer_no_answer: 'Pas de réponse du payeur',
    reason_amount: 'Autre montant payé',
    reason_duplicate: 'Payé deux fois',
    notDelivered: 'Non livré',
    leftPage: 'Page quittée',
    noAnswerYet: '—',
  },
  en: {
    airtime: 'Airtime',
    bundle: 'Bundle',
    bill: 'Bill',
    order: 'Home 5G',
    bundleNamed: 'Bundle {name}',
    methodCard: 'Bank card',
    cardOf: 'Card · {name}',
    methodAirtime: 'Airtime',
    same: 'the same',
    card: 'card',
    unknown: '—',
    web: 'Website',
    link: 'Payment link',
    ussd: 'USSD menu',
    delivered_airtime: 'Delivered',
    delivered_bundle: 'Activated',
    delivered_bill: 'Paid',
    delivered_order: 'Paid',
    open: 'Waiting',
    delivering: 'In delivery',
    review: 'Review',
    'coming-back': 'Coming back',
    'given-back': 'Refunded',
    kept: 'Held',
    declined: 'Declined',
    cancelled: 'Cancelled',
    expired: 'Expired',
    reason_card_declined: 'Card declined',
    reason_insufficient_funds: 'Insufficient balance',
    reason_payer_declined: 'Declined by the payer',
    reason_expired: 'Time ran out',
    reason_provider: 'Declined by the provider',
    reason_other: 'Declined',
    reason_wrong_pin: 'Wrong PIN',
    reason_pin_locked: 'Wallet locked',
    reason_limit: 'Wallet limit',
    reason_payer_unknown: 'No wallet',
    reason_payer_busy: 'Another request open',
    reason_payer_no_answer: 'No answer from the payer',
    reason_amount: 'Another amount paid',
    reason_duplicate: 'Paid twice',
    notDelivered: 'Not delivered',
    leftPage: 'Page left',
    noAnswerYet: '—',
  },
})

type PaymentTexts = ReturnType<typeof paymentTexts>

const textIn = (texts: Partial<Record<string, string>>, key: string): string | null => texts[key] ?? null

export function kindOf(transactionType: string): PurchaseKind {
  return boughtKind(transactionType) satisfies BoughtKind
}

/** What was bought, in the reader's words; a bundle by the name that it was sold under. */
export function purchaseName(
  { transactionType, description }: Pick<QueryData, 'transactionType' | 'description'>,
  language: ConsoleLanguage,
): string {
  const texts = paymentTexts(language)
  const kind = kindOf(transactionType)
  return kind === 'bundle' && description !== '' ? fillText(texts.bundleNamed, { name: description }) : texts[kind]
}

/** As its owner writes it; a card with its gateway. */
export function methodName(connector: ConnectorId | null, language: ConsoleLanguage): string {
  const texts = paymentTexts(language)
  if (connector === null) return texts.unknown
  const { name, way } = CONNECTORS[connector]
  return way === 'card' ? fillText(texts.cardOf, { name: name ?? '' }) : (name ?? texts.methodAirtime)
}

export function channelName(channel: Channel, language: ConsoleLanguage): string {
  return paymentTexts(language)[channel]
}

/** CON-10: masked. An account of a bill without a line has no number. */
export function shownNumber(number: string | null, language: ConsoleLanguage): string {
  return number === null || number === '' ? paymentTexts(language).unknown : maskMobileNumber(number)
}

/** `the same` where payer and line are one; a card's owner is unknown. */
export function shownPayer(
  { connector, payer, line }: Pick<ListedPayment, 'connector' | 'payer' | 'line'>,
  language: ConsoleLanguage,
): string {
  const texts = paymentTexts(language)
  if (connector !== null && CONNECTORS[connector].way === 'card') return texts.card
  if (payer === null) return texts.unknown
  return payer === line ? texts.same : maskMobileNumber(payer)
}

export type StandingWord = { tone: Tone; icon: IconName; word: string }

const TONES: Readonly<Record<Standing, { tone: Tone; icon: IconName }>> = {
  delivered: { tone: 'good', icon: 'check' },
  open: { tone: 'quiet', icon: 'clock' },
  delivering: { tone: 'primary', icon: 'clock' },
  review: { tone: 'warn', icon: 'eye' },
  'coming-back': { tone: 'back', icon: 'back' },
  'given-back': { tone: 'back', icon: 'back' },
  'not-paid': { tone: 'quiet', icon: 'cross' },
  kept: { tone: 'warn', icon: 'warning' },
}

type Stands = Pick<ListedPayment, 'standing' | 'attemptState'> & { queryData: Pick<QueryData, 'transactionType'> }

/** State = icon + word + colour. */
export function standingWord({ standing, attemptState, queryData }: Stands, language: ConsoleLanguage): StandingWord {
  const texts = paymentTexts(language)
  if (standing === 'delivered') return { ...TONES.delivered, word: texts[`delivered_${kindOf(queryData.transactionType)}`] }
  if (standing !== 'not-paid') return { ...TONES[standing], word: texts[standing] }
  switch (attemptState) {
    case 'CANCELLED':
      return { tone: 'quiet', icon: 'cross', word: texts.cancelled }
    case 'EXPIRED':
      return { tone: 'quiet', icon: 'clock', word: texts.expired }
    default:
      return { tone: 'bad', icon: 'cross', word: texts.declined }
  }
}

/** A reason that a payer was told; null without one. */
export function reasonWord(reason: string | null, language: ConsoleLanguage): string | null {
  if (reason === null) return null
  const texts: PaymentTexts = paymentTexts(language)
  return textIn(texts, `reason_${reason}`) ?? reason
}

/** 'GT9X-4KWM-H2PE-6': in groups, as on receipts. */
export function shownReference(reference: string): string {
  return reference.replaceAll(/(.{4})(?=.)/g, '$1-')
}
