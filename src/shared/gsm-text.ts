/** GSM 03.38: the characters of one septet, and those that take two because an escape precedes them. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const EXTENDED = new Set('^{}\\[~]|€')

/** Common characters that the set lacks. Letters with other diacritics lose them. */
const REPLACEMENTS: Record<string, string> = {
  œ: 'oe',
  Œ: 'OE',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '•': '-',
  '×': 'x',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
  '\t': ' ',
}

export const SEPTETS_OF_ONE_SMS = 160

/**
 * The text as every phone can show it. Kannel would send '?' for ô and ê and a capital for ç, so their diacritics are removed here, where
 * it can be tested.
 */
export function toGsmText(text: string): string {
  // French quotation marks keep a space inside; straight ones do not.
  const tidy = text.normalize('NFC').replace(/«\s*/g, '"').replace(/\s*»/g, '"')
  return Array.from(tidy, toGsmCharacter).join('')
}

function toGsmCharacter(character: string): string {
  if (isGsm(character)) return character
  const replacement = REPLACEMENTS[character]
  if (replacement !== undefined) return replacement
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain !== '' && Array.from(plain).every(isGsm) ? plain : '?'
}

function isGsm(character: string): boolean {
  return BASIC.has(character) || EXTENDED.has(character)
}

/** The length of a text in SMS parts; only for text from `toGsmText`. */
export function septetsOf(gsmText: string): number {
  return Array.from(gsmText).reduce((sum, character) => sum + (EXTENDED.has(character) ? 2 : 1), 0)
}

/** MSG-3: a longer text is refused when it is written. */
export const MAX_SMS_PARTS = 3

const GSM = { single: SEPTETS_OF_ONE_SMS, part: 153 }
const UNICODE = { single: 70, part: 67 }
/** What one SMS holds, and each part of a long one: septets of GSM-7, units of UCS-2. */
export const SMS_SIZES = { gsm: GSM, unicode: UNICODE } as const

/**
 * As it is sent: in GSM-7 where every letter exists or has a substitute, else in UCS-2. Each part of a long text contains a header (MSG-3).
 */
export function encodeSms(text: string): { text: string; coding: 'gsm' | 'unicode'; parts: number } {
  const gsmText = toGsmText(text)
  const isGsmText = Array.from(text.normalize('NFC')).every((character) => character === '?' || toGsmText(character) !== '?')
  if (isGsmText) return { text: gsmText, coding: 'gsm', parts: partsOf(Array.from(gsmText, septetsOf), GSM) }
  return {
    text,
    coding: 'unicode',
    parts: partsOf(
      Array.from(text, ({ length }) => length),
      UNICODE,
    ),
  }
}

/** No part ends within a character. */
function partsOf(sizes: readonly number[], { single, part }: { single: number; part: number }): number {
  if (sizes.reduce((sum, size) => sum + size, 0) <= single) return 1
  let parts = 1
  let filled = 0
  for (const size of sizes) {
    if (filled + size > part) {
      parts += 1
      filled = 0
    }
    filled += size
  }
  return parts
}

/** At most so many septets of it, without splitting a character. */
export function cutGsmText(gsmText: string, mostSeptets: number): string {
  let cut = ''
  let septets = 0
  for (const character of gsmText) {
    septets += septetsOf(character)
    if (septets > mostSeptets) return cut.trimEnd()
    cut += character
  }
  return cut
}
