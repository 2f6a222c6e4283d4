import { OPERATOR } from '#operator-record'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from './language.ts'

/** OPR-4: the languages whose texts a speaker has checked. Only they say anything about money, refunds and PINs. */
export const CHECKED_LANGUAGES: readonly Language[] = OPERATOR.languages.flatMap(({ tag, review }) => (review === 'checked' ? [tag] : []))

/** The language in which a reader is told about money: the chosen one, or the operator's first. */
export function moneyLanguage(language: Language): Language {
  return CHECKED_LANGUAGES.includes(language) ? language : DEFAULT_LANGUAGE
}

/** As its speakers call it. */
export function languageName(language: Language): string {
  return OPERATOR.languages.find(({ tag }) => tag === language)?.name ?? language
}

/** Those offered beside the one that was chosen. */
export function otherLanguages(chosen: Language): Language[] {
  return LANGUAGES.filter((language) => language !== chosen)
}

/** The next checked one in the operator's order: a menu switches to it. */
export function nextLanguage(language: Language): Language {
  return CHECKED_LANGUAGES[CHECKED_LANGUAGES.indexOf(language) + 1] ?? DEFAULT_LANGUAGE
}

/** The `lang` of texts about money on a page in this language, where it is another one; of one text, unless it is checked. */
export function moneyTextLang(language: Language, id?: string): Language | undefined {
  const spoken = id && OPERATOR.checkedTexts[language]?.has(id) ? language : moneyLanguage(language)
  return spoken === language ? undefined : spoken
}
