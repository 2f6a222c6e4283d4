/** GSM 03.38: one septet each. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Behind an escape: two septets each. */
const EXTENDED = '\f^{}\\[~]|€'

const SEPTETS = new Map<string, number>([
  ...Array.from(BASIC, (character) => [character, 1] as const),
  ...Array.from(EXTENDED, (character) => [character, 2] as const),
])

/** What a message holds by itself, and each part of a longer one beside its header. */
const ROOM = { gsm: { single: 160, part: 153 }, unicode: { single: 70, part: 67 } }
/** `max-messages = 3` in the configuration the portal is meant for. */
const MAX_PARTS = 3

/** Observed behaviour of Kannel 1.4.5: ç becomes Ç, other characters outside the alphabet become a question mark. */
export function asGsmText(text: string): string {
  return Array.from(text, (character) => (SEPTETS.has(character) ? character : character === 'ç' ? 'Ç' : '?')).join('')
}

/** Splits as Kannel does, and like it cuts silently what does not fit `max-messages`. No part ends within a character. */
export function inParts(text: string, coding: 'gsm' | 'unicode'): string[] {
  const size = (character: string) => (coding === 'gsm' ? (SEPTETS.get(character) ?? 1) : character.length)
  const { single, part } = ROOM[coding]
  const characters = Array.from(text)
  if (characters.reduce((sum, character) => sum + size(character), 0) <= single) return [text]
  const parts = ['']
  let filled = 0
  for (const character of characters) {
    if (filled + size(character) > part) {
      parts.push('')
      filled = 0
    }
    filled += size(character)
    parts[parts.length - 1] += character
  }
  return parts.slice(0, MAX_PARTS)
}
