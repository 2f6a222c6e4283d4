import { consoleTexts } from '../../console-texts.ts'

export const numberTexts = consoleTexts({
  fr: {
    title: 'Voir le numéro entier ?',
    shown: 'Le numéro s’affiche 60 secondes, sur cette page seulement.',
    noted: 'Votre nom, l’heure et la raison vont au journal.',
    reason: 'Raison',
    caller: 'Le client est au téléphone',
    provider: 'Recherche chez le service de paiement',
    authority: 'Demande d’une autorité, avec son numéro',
    button: 'Voir 60 secondes',
    cancel: 'Annuler',
    role: 'Votre rôle ne permet pas de voir un numéro entier. Réservé à : {roles}.',
  },
  en: {
    title: 'See the full number?',
    shown: 'The number is shown for 60 seconds, on this page only.',
    noted: 'Your name, the time and the reason go to the audit log.',
    reason: 'Reason',
    caller: 'The customer is on the phone',
    provider: 'A search at the provider',
    authority: 'The request of an authority, with its number',
    button: 'See for 60 seconds',
    cancel: 'Cancel',
    role: 'Your role does not allow full numbers. For: {roles}.',
  },
})
