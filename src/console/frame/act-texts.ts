import type { StaffAct } from '#features/staff-acts/acts.ts'
import type { ConsoleLanguage } from '../console-language.ts'
import { consoleTexts } from '../console-texts.ts'

/** The acts by name, for the audit log and for pages about roles. */
const actTexts = consoleTexts<StaffAct | 'sign-in' | 'sign-out' | 'roles-changed' | 'open-page' | 'post-form'>({
  fr: {
    'ask-again': 'redemander au service de paiement',
    'resend-receipt': 'renvoyer le reçu',
    'add-note': 'écrire une note',
    assign: 'attribuer',
    'retry-failed': 'reprendre une étape en échec',
    'close-review': 'clore un contrôle',
    refund: 'rembourser',
    'refund-delivered': 'rembourser un paiement livré',
    'deliver-again': 'livrer de nouveau',
    'answer-claim': 'répondre à une demande',
    'see-number': 'voir un numéro entier',
    'export-payments': 'exporter, numéros masqués',
    'export-numbers': 'exporter, numéros entiers',
    'export-audit': 'exporter le journal',
    'find-customer-data': 'chercher les données d’un client',
    'export-customer-data': 'exporter les données d’un client',
    'erase-customer-data': 'effacer les données d’un client',
    'close-way': 'fermer un moyen de paiement',
    'reopen-way': 'rouvrir un moyen de paiement',
    'publish-announcement': 'publier une annonce',
    'take-down-announcement': 'retirer une annonce',
    'write-text': 'écrire un texte',
    'publish-text': 'publier un texte',
    'restore-text': 'remettre un texte d’avant',
    'sign-in': 'entrer',
    'sign-out': 'sortir',
    'roles-changed': 'rôles changés',
    'open-page': 'ouvrir une page',
    'post-form': 'envoyer un formulaire',
  },
  en: {
    'ask-again': 'ask the provider again',
    'resend-receipt': 'send the receipt again',
    'add-note': 'write a note',
    assign: 'assign',
    'retry-failed': 'retry a failed step',
    'close-review': 'close a review',
    refund: 'refund',
    'refund-delivered': 'refund a delivered payment',
    'deliver-again': 'deliver again',
    'answer-claim': 'answer a claim',
    'see-number': 'see a full number',
    'export-payments': 'export, numbers masked',
    'export-numbers': 'export, full numbers',
    'export-audit': 'export the audit log',
    'find-customer-data': 'look up a customer’s data',
    'export-customer-data': 'export a customer’s data',
    'erase-customer-data': 'erase a customer’s data',
    'close-way': 'close a way to pay',
    'reopen-way': 'reopen a way to pay',
    'publish-announcement': 'publish an announcement',
    'take-down-announcement': 'take down an announcement',
    'write-text': 'write a text',
    'publish-text': 'publish a text',
    'restore-text': 'bring back a text',
    'sign-in': 'sign in',
    'sign-out': 'sign out',
    'roles-changed': 'roles changed',
    'open-page': 'open a page',
    'post-form': 'send a form',
  },
})

/** An act as the log stores it; one that has no words is shown as it is. */
export function actName(act: string, language: ConsoleLanguage): string {
  const texts: Readonly<Record<string, string>> = actTexts(language)
  return texts[act] ?? act
}
