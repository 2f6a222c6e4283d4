import { marksOf, type Language } from './language.ts'

type Digits = { least?: number; most?: number }

/**
 * '1 234,5' in French, '1,234.5' in English (GEN-2); a narrow no-break space keeps the number on one line. Own code instead of Intl: the
 * first use of Intl blocks a cheap phone for a tenth of a second during hydration.
 */
export function formatNumber(value: number, language: Language, { least = 0, most = Math.max(least, 3) }: Digits = {}): string {
  const { thousands, decimal } = marksOf(language)
  const [whole = '', fraction = ''] = value.toFixed(most).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands)
  const kept = fraction.replace(/0+$/, '').padEnd(least, '0')
  return kept === '' ? grouped : `${grouped}${decimal}${kept}`
}
