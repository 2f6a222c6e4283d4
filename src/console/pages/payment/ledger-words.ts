import { formatShort } from '#shared/money.ts'
import type { ConnectorId } from '#shared/connector-table.ts'
import { fillText } from '#shared/fill-text.ts'
import type { Attempt } from '#features/payment/engine/records.ts'
import { DEFAULT_CONSOLE_LANGUAGE, type ConsoleLanguage } from '../../console-language.ts'
import { consoleTexts } from '../../console-texts.ts'
import type { LedgerRow } from '../../queries/payment-details.ts'
import { methodName, reasonWord } from '../words/payment-words.ts'
import { reviewWords } from '../words/review-words.ts'
import { resolutionWord } from './act-texts.ts'

const ledgerTexts = consoleTexts({
  fr: {
    'attempt-begun': 'Paiement demandé : {amount} par {method}',
    'start-answered': '{method} : réponse à la demande',
    'no-answer': '{method} : demande envoyée, réponse perdue',
    'seen-paid': 'Payé {amount} avec {method}',
    'seen-pending': '{method} : en attente du payeur',
    'seen-declined': '{method} : refusé',
    'seen-cancelled': '{method} : annulé par le payeur',
    'seen-expired': '{method} : temps écoulé',
    'seen-refunded': '{method} : {amount} rendus',
    'seen-refunding': '{method} : remboursement en cours',
    'seen-unrecognised': '{method} : réponse que le portail ne reconnaît pas',
    'secret-sent': 'Code secret envoyé au portefeuille',
    'secret-not-sent': 'Code secret non envoyé',
    doubted: '{method} : un avis non vérifié dit payé',
    'delivery-sent': 'Livraison envoyée au réseau',
    delivered: 'Livré par le réseau',
    'delivery-refused': 'Livraison refusée',
    'delivery-not-sent': 'Livraison non partie : le réseau ne répond pas',
    'delivery-absent': 'Le réseau ne connaît pas notre référence : nouvel envoi prévu',
    'delivery-stopped': 'Livraison arrêtée, décidé à deux',
    'delivery-waived': 'Annonce de la livraison au service abandonnée',
    'delivery-decided': 'Nouvelle livraison, décidée à deux',
    'refund-asked': 'Remboursement de {amount} demandé à {method}',
    'refund-decided': 'Remboursement de {amount} décidé à deux',
    'refund-recorded': 'Remboursement de {amount} fait chez le service, noté',
    'refund-withdrawn': 'Remboursement retiré avant d’être parti',
    'message-dropped': 'SMS non envoyé : ce numéro a atteint sa limite',
    'receipt-asked': 'Renvoi du reçu demandé',
    'receipt-sent-again': 'Reçu renvoyé par SMS',
    'asked-again': 'Redemandé',
    retried: 'Étape réessayée',
    resolved: 'Contrôle clos : {resolution}',
    'book-restored': 'Livre restauré d’une sauvegarde',
    'payment-lost': 'Paiement perdu à la restauration',
    other: '{kind}',
    portal: 'portail',
    person: 'personne',
    start: 'demande',
    notice: 'avis',
    query: 'question',
    operator: 'réseau',
    refund: 'remboursement',
    return: 'retour',
    wasReview: 'Raison : {reason}',
  },
  en: {
    'attempt-begun': 'Payment requested: {amount} by {method}',
    'start-answered': '{method}: answer to the request',
    'no-answer': '{method}: request sent, answer lost',
    'seen-paid': 'Paid {amount} with {method}',
    'seen-pending': '{method}: waiting for the payer',
    'seen-declined': '{method}: declined',
    'seen-cancelled': '{method}: cancelled by the payer',
    'seen-expired': '{method}: time ran out',
    'seen-refunded': '{method}: {amount} refunded',
    'seen-refunding': '{method}: refund under way',
    'seen-unrecognised': '{method}: an answer that the portal does not know',
    'secret-sent': 'PIN sent to the wallet',
    'secret-not-sent': 'PIN not sent',
    doubted: '{method}: an unverified notice says paid',
    'delivery-sent': 'Delivery sent to the operator',
    delivered: 'Delivered by the operator',
    'delivery-refused': 'Delivery refused',
    'delivery-not-sent': 'Delivery not sent: the operator does not answer',
    'delivery-absent': 'The operator does not know our reference: it will be sent again',
    'delivery-stopped': 'Delivery stopped, decided by two',
    'delivery-waived': 'Report of the delivery to the provider given up',
    'delivery-decided': 'Delivery again, decided by two',
    'refund-asked': 'Refund of {amount} requested from {method}',
    'refund-decided': 'Refund of {amount} decided by two',
    'refund-recorded': 'Refund of {amount} made at the provider, recorded',
    'refund-withdrawn': 'Refund withdrawn before it was sent',
    'message-dropped': 'SMS not sent: this number reached its limit',
    'receipt-asked': 'Resending of the receipt requested',
    'receipt-sent-again': 'Receipt sent again by SMS',
    'asked-again': 'Asked again',
    retried: 'Step retried',
    resolved: 'Review closed: {resolution}',
    'book-restored': 'Ledger restored from a backup',
    'payment-lost': 'Payment lost by the restore',
    other: '{kind}',
    portal: 'portal',
    person: 'person',
    start: 'request',
    notice: 'notice',
    query: 'query',
    operator: 'operator',
    refund: 'refund',
    return: 'return',
    wasReview: 'Reason: {reason}',
  },
})

export type LedgerTone = 'good' | 'bad' | 'warn' | 'person' | 'plain'

export type LedgerLine = { title: string; detail: string; source: string; tone: LedgerTone }

const TONES: Partial<Record<string, LedgerTone>> = {
  delivered: 'good',
  'seen-paid': 'good',
  'seen-refunded': 'good',
  'seen-declined': 'bad',
  'seen-expired': 'bad',
  'no-answer': 'warn',
  doubted: 'warn',
  'seen-unrecognised': 'warn',
  'delivery-refused': 'bad',
  'delivery-not-sent': 'warn',
  'message-dropped': 'warn',
}

/** A row of the ledger in words. A row of another version keeps its own name. */
export function ledgerLine(row: LedgerRow, attempts: readonly Attempt[], language: ConsoleLanguage): LedgerLine {
  const known: Partial<Record<string, string>> = ledgerTexts(language)
  const attempt = attempts.find(({ id }) => id === row.attemptId)
  return {
    title: ledgerTitle(row, attempt?.connector ?? null, language),
    detail: detailOf(row, attempt, language),
    source: (Object.hasOwn(SOURCES, row.source) ? known[row.source] : undefined) ?? row.source,
    tone: row.source === 'person' ? 'person' : (TONES[row.kind] ?? 'plain'),
  }
}

type Titled = Pick<LedgerRow, 'kind' | 'to' | 'amount'>

export function ledgerTitle({ kind, to, amount }: Titled, connector: ConnectorId | null, language: ConsoleLanguage): string {
  const texts = ledgerTexts(language)
  const known: Partial<Record<string, string>> = texts
  const words = Object.hasOwn(TITLES, kind) ? known[kind] : undefined
  return fillText(words ?? texts.other, {
    kind,
    amount: amount ? formatShort(amount, language) : '',
    method: methodName(connector, language),
    resolution: to === null ? '' : resolutionWord(to, language),
  })
}

const TITLES = ledgerTexts(DEFAULT_CONSOLE_LANGUAGE)
const SOURCES = { portal: true, person: true, start: true, notice: true, query: true, operator: true, refund: true, return: true }

/** The change of state, the reason, and the provider's or the person's own words. */
function detailOf(row: LedgerRow, attempt: Attempt | undefined, language: ConsoleLanguage): string {
  const isMove = row.from !== row.to && row.to !== null && row.kind !== 'resolved'
  const review = row.kind === 'resolved' && row.from !== null ? reviewWords(row.from, language).title : null
  const isRefusal = row.kind === 'seen-declined' && attempt !== undefined && attempt.state === 'DECLINED'
  return [
    isMove ? (row.from === null ? row.to : `${row.from} → ${row.to}`) : null,
    review === null ? null : fillText(ledgerTexts(language).wasReview, { reason: review }),
    isRefusal ? reasonWord(attempt.reason, language) : null,
    row.kind === 'attempt-begun' ? null : row.code,
  ]
    .filter(Boolean)
    .join(' · ')
}
