import { DEFAULT_LANGUAGE, isFrench } from '#shared/language.ts'

const FRENCH = {
  unexpectedError: 'Unexpected Application Error!',
  unexpectedErrorHelp: 'Votre paiement en attente est gardé. Rechargez la page dans un instant.',
  reload: 'Rouvrir la page',
  home: 'Accueil',
  errorStuck: 'Toujours bloqué ?',
  errorTell: 'Appelez le {number}, c’est gratuit, et donnez ce code :',
}

const ENGLISH: typeof FRENCH = {
  ...FRENCH,
  unexpectedErrorHelp: 'Your pending payment is kept. Reload the page in a moment.',
  reload: 'Open the page again',
  home: 'Home',
  errorStuck: 'Still stuck?',
  errorTell: 'Call {number}, free of charge, and read out this code:',
}

/** The last resort when the content cannot be read: the specification's wording, and help in one of the checked languages. */
export const [FALLBACK_LANGUAGE, FALLBACK_WORDS] = isFrench(DEFAULT_LANGUAGE) ? (['fr', FRENCH] as const) : (['en', ENGLISH] as const)
