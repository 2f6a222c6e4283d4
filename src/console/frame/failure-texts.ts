import { consoleTexts } from '../console-texts.ts'

export const failureTexts = consoleTexts({
  fr: {
    unread: 'La page n’a pas pu être lue',
    unreadText: 'Rien n’a été changé. Réessayez ; si cela dure, donnez le n° {request} à l’exploitation.',
    unknownResult: 'On ne sait pas encore si l’action est faite',
    unknownResultText:
      'La réponse s’est perdue. Ne recommencez pas : relisez d’abord la page, elle dit ce qui est fait. Demande n° {request}.',
    missing: 'Cette page n’existe pas',
    missingText: 'Vérifiez l’adresse, ou cherchez en haut de la page.',
    oldForm: 'Rien n’a été fait',
    oldFormText: 'Ce formulaire ne vient pas de votre session. Relisez la page et recommencez.',
    retry: 'Relire la page',
  },
  en: {
    unread: 'The page could not be read',
    unreadText: 'Nothing was changed. Try again; if it goes on, give no. {request} to operations.',
    unknownResult: 'It is not known yet whether the action was done',
    unknownResultText: 'The answer was lost. Do not try again: read the page first, it says what was done. Request no. {request}.',
    missing: 'There is no such page',
    missingText: 'Check the address, or search at the top of the page.',
    oldForm: 'Nothing was done',
    oldFormText: 'This form does not come from your session. Read the page again and start over.',
    retry: 'Read the page again',
  },
})
