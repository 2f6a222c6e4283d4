import type { FieldKind } from '#features/text-editing/edition.ts'
import { MENU_SEPTETS, menuLength, smsLength } from '#features/text-editing/text-rules.ts'
import { fillText } from '#shared/fill-text.ts'
import { toGsmText } from '#shared/gsm-text.ts'

/** The same on the server and, while someone types, in the browser. */
export type CountWords = { page: string; sms: string; plain: string; unicode: string; ussd: string }
export type Counting = { kind: FieldKind; maxLength: number; longest: Readonly<Partial<Record<string, string>>>; words: CountWords }

/** '42 of 60 characters', '1 SMS', '96 of 182 signs, 1 screen'; `isOver`: it would be refused. */
export function countText(text: string, { kind, maxLength, longest, words }: Counting): { label: string; isOver: boolean } {
  if (kind === 'sms') {
    const { parts, isPlain, tooLong } = smsLength(text, longest)
    return { label: fillText(words.sms, { parts, coding: isPlain ? words.plain : words.unicode }), isOver: tooLong }
  }
  if (kind === 'ussd') {
    const { septets, screens } = menuLength(text, longest)
    return { label: fillText(words.ussd, { septets, max: MENU_SEPTETS, screens }), isOver: screens > 1 }
  }
  return { label: fillText(words.page, { length: text.length, max: maxLength }), isOver: text.length > maxLength }
}

/** As visitors may read it: with example values, and in an SMS or the menu with the letters that phones have. */
export function previewText(text: string, kind: FieldKind, examples: Readonly<Record<string, string>>): string {
  const filled = fillText(text, examples)
  return kind === 'sms' || kind === 'ussd' ? toGsmText(filled) : filled
}
