/** The languages of the console: its staff read these, whatever visitors of the portal choose. */
export const CONSOLE_LANGUAGES = ['fr', 'en'] as const
export type ConsoleLanguage = (typeof CONSOLE_LANGUAGES)[number]

export const DEFAULT_CONSOLE_LANGUAGE: ConsoleLanguage = CONSOLE_LANGUAGES[0]

/** Dates, numbers and lists are formatted by these. */
export const CONSOLE_LOCALES: Readonly<Record<ConsoleLanguage, string>> = { fr: 'fr-FR', en: 'en-GB' }

export function isConsoleLanguage(word: unknown): word is ConsoleLanguage {
  return CONSOLE_LANGUAGES.some((language) => language === word)
}
