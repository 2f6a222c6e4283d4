import { isFrench } from '#shared/language.ts'
import type { ConsoleLanguage } from '../../console-language.ts'

/** 'Acte : tous', 'Act: all'. */
export function withColon(first: string, second: string, language: ConsoleLanguage): string {
  return `${first}${isFrench(language) ? '\u00a0' : ''}: ${second}`
}
