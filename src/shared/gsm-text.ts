/** GSM 03.38: the characters of one septet, and those that take two because an escape goes before them. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const EXTENDED = new Set('^{}\\[~]|€')

/** What people write and the set lacks. Letters with marks that are not here lose their marks. */
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
 * The text as every phone can show it. Kannel would send '?' for ô and ê and a capital for ç, so they lose their marks here,
 * where it can be seen.
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

/** How much of an SMS a text takes; only for text that `toGsmText` made. */
export function septetsOf(gsmText: string): number {
  return Array.from(gsmText).reduce((sum, character) => sum + (EXTENDED.has(character) ? 2 : 1), 0)
}

/** At most so many septets of it, without half a character. */
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
