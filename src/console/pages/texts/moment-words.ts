import type { ConsoleLanguage } from '../../console-language.ts'
import { formatDate, formatMinute } from '../../frame/format.ts'

/** For texts with {date} and {time}, in the country's time. */
export function momentWords(at: Date, language: ConsoleLanguage): { date: string; time: string } {
  return { date: formatDate(at, language), time: formatMinute(at, language) }
}
