import { COUNTRY } from '#shared/operator.ts'
import { CONSOLE_LOCALES, type ConsoleLanguage } from '../console-language.ts'

/** Times are those of the operator's country, wherever the reader is. Amounts are written by `formatShort` (shared/money.ts). */
function momentIn(language: ConsoleLanguage, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(CONSOLE_LOCALES[language], { timeZone: COUNTRY.timeZone, ...options })
}

/** '14:36:02' */
export function formatClock(instant: Date, language: ConsoleLanguage): string {
  return momentIn(language, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(instant)
}

/** '14:36' */
export function formatMinute(instant: Date, language: ConsoleLanguage): string {
  return momentIn(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(instant)
}

/** '18 nov. 2026' */
export function formatDate(instant: Date, language: ConsoleLanguage): string {
  return momentIn(language, { dateStyle: 'medium' }).format(instant)
}

export function formatCount(value: number, language: ConsoleLanguage): string {
  return new Intl.NumberFormat(CONSOLE_LOCALES[language]).format(value)
}

export function formatList(parts: readonly string[], language: ConsoleLanguage): string {
  return new Intl.ListFormat(CONSOLE_LOCALES[language]).format(parts)
}

/** '2 j 4 h', '7 h 40', '48 min', '12 s': at most two units. */
export function formatAge(milliseconds: number, language: ConsoleLanguage): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3600), Math.floor(seconds / 86_400)]
  const day = { fr: 'j', en: 'd' }[language]
  if (days > 0) return hours % 24 === 0 ? `${days}\u00a0${day}` : `${days}\u00a0${day}\u00a0${hours % 24}\u00a0h`
  if (hours > 0) return minutes % 60 === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`
  return minutes > 0 ? `${minutes}\u00a0min` : `${seconds}\u00a0s`
}
