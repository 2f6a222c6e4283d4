/** The last resort when the content cannot be read: the specification's wording, and French for the country. */
export const FALLBACK_WORDS = {
  unexpectedError: 'Unexpected Application Error!',
  unexpectedErrorHelp: 'Votre paiement en attente est gardé. Rechargez la page dans un instant.',
  reload: 'Rouvrir la page',
  home: 'Accueil',
  errorStuck: 'Toujours bloqué ?',
  errorTell: 'Appelez le {number}, c’est gratuit, et donnez ce repère :',
} as const
