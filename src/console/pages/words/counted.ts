import { isFrench } from '#shared/language.ts'
import { fillText } from '#shared/fill-text.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { formatCount } from '../../frame/format.ts'

/** A text with its number: `one|many`, as the language counts. In French nothing is singular, in English it is plural. */
export function counted(text: string, count: number, language: ConsoleLanguage, values: Readonly<Record<string, string>> = {}): string {
  const [one = '', many = one] = text.split('|')
  const isOne = isFrench(language) ? Math.abs(count) < 2 : count === 1
  return fillText(isOne ? one : many, { count: formatCount(count, language), ...values })
}
