import { isFrench, localeOf, type Language } from './language.ts'
import { COUNTRY } from './operator.ts'

/** The date of an instant in the country, as '2026-11-15'. Dates in this form compare as texts. */
export function calendarDay(instant: Date): string {
  const format = new Intl.DateTimeFormat('en', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: COUNTRY.timeZone })
  const parts = format.formatToParts(instant)
  return (['year', 'month', 'day'] as const).map((wanted) => parts.find(({ type }) => type === wanted)?.value).join('-')
}

/** When a date, or one so many days later, begins in the country; null for an invalid date. */
export function dayBegins(day: string, daysLater = 0): Date | null {
  const midnight = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return null
  midnight.setUTCDate(midnight.getUTCDate() + daysLater)
  const near = new Date(midnight.getTime() - millisecondsAhead(midnight))
  return new Date(midnight.getTime() - millisecondsAhead(near))
}

/** The country's offset from UTC: local time at this instant, read as if it were UTC. */
function millisecondsAhead(instant: Date): number {
  const format = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone: COUNTRY.timeZone })
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - instant.getTime()
}

/** '15 nov. 2026' in French, '15 Nov 2026' in English; an invalid date is returned unchanged. */
export function formatDay(day: string, language: Language): string {
  const instant = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(instant.getTime())) return day
  const format = new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return withFirst(format.format(instant), language)
}

/** '1er novembre 2026', '1 November 2026'. */
export function formatLongDay(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' })
  return withFirst(format.format(new Date(day)), language)
}

/** '1er novembre 2026 à 14:49', '1 November 2026 at 14:49': in the country's time, wherever the reader is. */
export function formatLongMoment(instant: string, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone: COUNTRY.timeZone })
  return withFirst(format.format(new Date(instant)), language)
}

/** French writes an ordinal for the first day of a month only: '1er', '2'. */
function withFirst(written: string, language: Language): string {
  return isFrench(language) ? written.replace(/^1(?=\s)/, '1er') : written
}
