import { calendarDay, dayBegins } from './calendar-day.ts'
import { COUNTRY } from './operator.ts'

const MINUTE_MS = 60_000

/** The instant of '2026-11-19' and '16:00' in the country; null for what is no day, no time, or skipped there by a change of clocks. */
export function localInstant(day: string, time: string): Date | null {
  const begins = dayBegins(day)
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  if (!begins || hours === undefined || minutes === undefined) return null
  const wanted = Number(hours) * 60 + Number(minutes)
  const near = new Date(begins.getTime() + wanted * MINUTE_MS)
  // On the day of a change of clocks the hours since midnight are others.
  const [shownHours = 0, shownMinutes = 0] = localTime(near).split(':').map(Number)
  const instant = new Date(near.getTime() + (wanted - shownHours * 60 - shownMinutes) * MINUTE_MS)
  return calendarDay(instant) === day && localTime(instant) === time ? instant : null
}

/** '16:00', as a time field holds it. */
export function localTime(instant: Date): string {
  const format = new Intl.DateTimeFormat('sv', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: COUNTRY.timeZone })
  return format.format(instant)
}

/** So many hours later, at the next whole quarter of an hour: what a form offers as an end. */
export function laterQuarter(now: Date, hours: number): Date {
  const quarter = 15 * MINUTE_MS
  return new Date(Math.ceil((now.getTime() + hours * 60 * MINUTE_MS) / quarter) * quarter)
}
