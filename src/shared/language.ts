import { OPERATOR } from '#operator-record'
import type { LanguageMarks, PageRecord } from './operator-record.ts'

/** The tag of one of the operator's languages: 'fr'. */
export type Language = string

const { languages }: Pick<PageRecord, 'languages'> = OPERATOR

/** Those that visitors can choose; a page's scripts know that of their page only. */
export const LANGUAGES: readonly Language[] = languages.map(({ tag }) => tag)

/** The first of languages.json. */
export const DEFAULT_LANGUAGE: Language = languages[0].tag

export function isLanguage(value: unknown): value is Language {
  return languages.some(({ tag }) => tag === value)
}

function marksOrDefault(language: Language): LanguageMarks {
  return languages.find(({ tag }) => tag === language) ?? languages[0]
}

/** Formats of numbers and dates follow it (GEN-2). */
export function localeOf(language: Language): string {
  return marksOrDefault(language).locale
}

/** The marks between thousands and before decimals. */
export function marksOf(language: Language): Pick<LanguageMarks, 'thousands' | 'decimal'> {
  return marksOrDefault(language)
}

/** Some of the specification's words are given in English only. */
export function isEnglish(language: Language): boolean {
  return language === 'en'
}

/** French has typography of its own, and articles that depend on the next word. */
export function isFrench(language: Language): boolean {
  return language === 'fr'
}

/** The specification's content prefix: empty for English, '/sw' for any other language (STATE-3). */
export function contentPrefix(language: Language): '' | '/sw' {
  return isEnglish(language) ? '' : '/sw'
}
