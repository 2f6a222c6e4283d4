import type { SmsMeasure } from '#shared/measure-sms.ts'

/** '’ → ' ×2' */
export function signWords({ sign, by, count }: SmsMeasure['replaced'][number]): string {
  return `${sign} → ${by}${count > 1 ? ` ×${count}` : ''}`
}

/** Of signs in a row. */
export const SIGN_GAP = ' · '

export const CODINGS = { gsm: 'GSM-7', unicode: 'UCS-2' } as const

/** `filled`: null for a part that the text does not need. */
export type FilledPart = { part: number; filled: number | null }

/** What each part holds of a text: for its bars. */
export function filledParts({ units, size, parts }: Pick<SmsMeasure, 'units' | 'size' | 'parts'>, bars: number): FilledPart[] {
  return Array.from({ length: bars }, (_none, place) => ({
    part: place + 1,
    filled: place >= parts ? null : Math.max(0, Math.min(size, units - place * size)),
  }))
}
