export const LANGUAGES = ['fr', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** Formats of numbers and dates follow these (GEN-2). */
export const LOCALES = { fr: 'fr-FR', en: 'en-GB' } as const satisfies Record<Language, string>

export function isLanguage(value: unknown): value is Language {
  return value === 'fr' || value === 'en'
}

/** The specification's content prefix: empty for English, '/sw' for any other language (STATE-3). */
export function contentPrefix(language: Language): '' | '/sw' {
  return language === 'en' ? '' : '/sw'
}

/** The specification's language code as stored in session storage under `selectedLanguage`. */
export function contentCode(language: Language): 'EN' | 'FR' {
  return language === 'en' ? 'EN' : 'FR'
}
