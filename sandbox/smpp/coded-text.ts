/** GSM 03.38, each character at the place of its code; 0x1b leads to the second table. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const ESCAPE = 0x1b
const EXTENDED: Readonly<Record<string, number>> = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
}
const GSM = 0
const UCS2 = 8

/** One octet for a letter of GSM-7, as SMPP carries them; two for every letter where one is outside. */
export function writeText(text: string): { coding: number; octets: Buffer } {
  const octets: number[] = []
  for (const character of text) {
    const extended = EXTENDED[character]
    const basic = BASIC.indexOf(character)
    if (extended !== undefined) octets.push(ESCAPE, extended)
    else if (basic >= 0 && basic !== ESCAPE) octets.push(basic)
    else return { coding: UCS2, octets: Buffer.from(text, 'utf16le').swap16() }
  }
  return { coding: GSM, octets: Buffer.from(octets) }
}

export function readText(octets: Buffer, coding: number): string {
  if ((coding & 0x0c) === UCS2)
    return Buffer.from(octets.subarray(0, octets.length & ~1))
      .swap16()
      .toString('utf16le')
  let text = ''
  for (let at = 0; at < octets.length; at += 1) {
    const code = octets[at] ?? 0
    if (code !== ESCAPE) text += BASIC[code] ?? '?'
    else text += Object.entries(EXTENDED).find(([, place]) => place === octets[at + 1])?.[0] ?? '?'
    if (code === ESCAPE) at += 1
  }
  return text
}
