import { calendarDay } from '#shared/calendar-day.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { formatDate, formatMinute } from '../../frame/format.ts'

/** '16:00', with its day when that is another. */
export function shownMoment(instant: Date, now: Date, language: ConsoleLanguage): string {
  const time = formatMinute(instant, language)
  return calendarDay(instant) === calendarDay(now) ? time : `${formatDate(instant, language)} ${time}`
}
