/** GSM 03.38: one septet each. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Behind an escape: two septets each. */
const EXTENDED = '\f^{}\\[~]|€'

const SEPTETS = new Map<string, number>([
  ...Array.from(BASIC, (character) => [character, 1] as const),
  ...Array.from(EXTENDED, (character) => [character, 2] as const),
])

const SEPTETS_PER_SMS = 160
const CHARACTERS_PER_UNICODE_SMS = 70

/** What Kannel 1.4.5 was seen to do: ç becomes Ç, whatever else the alphabet lacks becomes a question mark. */
export function asGsmText(text: string): string {
  return Array.from(text, (character) => (SEPTETS.has(character) ? character : character === 'ç' ? 'Ç' : '?')).join('')
}

/** With `max-messages = 1`, Kannel cuts silently what does not fit one SMS. */
export function cutToOneSms(text: string, coding: 'gsm' | 'unicode'): string {
  if (coding === 'unicode') return text.slice(0, CHARACTERS_PER_UNICODE_SMS)
  let left = SEPTETS_PER_SMS
  let kept = ''
  for (const character of text) {
    left -= SEPTETS.get(character) ?? 1
    if (left < 0) break
    kept += character
  }
  return kept
}
