import { COUNTRY } from './country-profiles.ts'
import { LOCALES, type Language } from './language.ts'

/** The day that an instant falls on in the country, as '2026-11-15'. Days in this form compare as texts. */
export function calendarDay(instant: Date): string {
  const format = new Intl.DateTimeFormat('en', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: COUNTRY.timeZone })
  const parts = format.formatToParts(instant)
  return (['year', 'month', 'day'] as const).map((wanted) => parts.find(({ type }) => type === wanted)?.value).join('-')
}

/** '15 nov. 2026' in French, '15 Nov 2026' in English; what is not a day stays what it is. */
export function formatDay(day: string, language: Language): string {
  const instant = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(instant.getTime())) return day
  const format = new Intl.DateTimeFormat(LOCALES[language], { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return withFirst(format.format(instant), language)
}

/** '1er novembre 2026', '1 November 2026'. */
export function formatLongDay(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' })
  return withFirst(format.format(new Date(day)), language)
}

/** '1er novembre 2026 à 14:49', '1 November 2026 at 14:49': in the country, wherever the reader is. */
export function formatLongMoment(instant: string, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeStyle: 'short', timeZone: COUNTRY.timeZone })
  return withFirst(format.format(new Date(instant)), language)
}

/** French counts the first day of a month among them, and no other: '1er', '2'. */
function withFirst(written: string, language: Language): string {
  return language === 'fr' ? written.replace(/^1(?=\s)/, '1er') : written
}
