import { calendarDay } from './calendar-day.ts'
import { localeOf, type Language } from './language.ts'
import { COUNTRY } from './operator.ts'

/** '14:05', or 'vendredi 08:00' on another day than today, of an instant within a week: in the country's time. */
export function dayAndTime(instant: Date, now: Date, language: Language): string {
  const shown = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { timeZone: COUNTRY.timeZone, ...options }).format(instant)
  const time = shown({ hour: '2-digit', minute: '2-digit' })
  return calendarDay(instant) === calendarDay(now) ? time : `${shown({ weekday: 'long' })} ${time}`
}
