import type { Language } from './language.ts'

const MARKS = { fr: { thousands: '\u202f', decimal: ',' }, en: { thousands: ',', decimal: '.' } } as const satisfies Record<
  Language,
  object
>

type Digits = { least?: number; most?: number }

/**
 * '1 234,5' in French, '1,234.5' in English (GEN-2); a narrow no-break space keeps the figure on one line.
 * Ours and not the platform's: its first use stops a cheap phone for a tenth of a second while the page is taken over.
 */
export function formatFigure(value: number, language: Language, { least = 0, most = Math.max(least, 3) }: Digits = {}): string {
  const { thousands, decimal } = MARKS[language]
  const [whole = '', fraction = ''] = value.toFixed(most).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands)
  const kept = fraction.replace(/0+$/, '').padEnd(least, '0')
  return kept === '' ? grouped : `${grouped}${decimal}${kept}`
}
