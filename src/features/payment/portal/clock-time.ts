import { localeOf, type Language } from '#shared/language.ts'
import { COUNTRY } from '#shared/operator.ts'
import { dayAndTime } from '#shared/day-and-time.ts'

/** 14:05, in the country's time zone and format. */
export function clockTime(instant: string | Date, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { hour: '2-digit', minute: '2-digit', timeZone: COUNTRY.timeZone })
  return format.format(new Date(instant))
}

/** '14:05', or 'vendredi 08:00' on another day than today: within a week. */
export function dayAndTimeAfter(instant: string, now: Date, language: Language): string {
  return dayAndTime(new Date(Math.ceil(Date.parse(instant) / 60_000) * 60_000), now, language)
}

/** Rounded up to the next minute: a displayed time must not be too early. */
export function clockTimeAfter(instant: string, language: Language): string {
  return clockTime(new Date(Math.ceil(Date.parse(instant) / 60_000) * 60_000), language)
}
