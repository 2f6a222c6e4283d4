import { COUNTRY } from './operator.ts'

/** U+202F before ; ? ! and between thousands. */
const NARROW = '\u202f'
/** U+00A0 before : and units, inside « », between the pairs of a number. */
const FIXED = '\u00a0'

/** Any blank that an editor typed there. */
const BLANKS = '[ \\u00a0\\u202f]+'
const UNITS = 'F|CFA|Go|Mo|Ko|h|min|s|km|m|%'

/** A group of a phone number. Groups of three are set like thousands, below; a country may have no others. */
const GROUP = `(?:(?!)${[...new Set(COUNTRY.numberGroups.flat())]
  .filter((size) => size !== 3)
  .map((size) => `|[0-9]{${size}}`)
  .join('')})`

/** What precedes a unit: a number, or a placeholder for one. */
const FIGURE = '[0-9}]'

const RULES: readonly (readonly [RegExp, string])[] = [
  [/(?<=\p{L})'(?=\p{L})/gu, '’'],
  [new RegExp(`${BLANKS}(?=[;?!])`, 'g'), NARROW],
  [new RegExp(`${BLANKS}(?=[:»])`, 'g'), FIXED],
  [new RegExp(`(?<=«)${BLANKS}`, 'g'), FIXED],
  [new RegExp(`(?<=\\+${COUNTRY.dialCode}|(?<![0-9])${GROUP})${BLANKS}(?=${GROUP}(?:${BLANKS}${GROUP})*(?![0-9]))`, 'g'), FIXED],
  [new RegExp(`(?<=(?<![0-9])[0-9]{1,3}(?:${BLANKS}[0-9]{3})*)${BLANKS}(?=[0-9]{3}(?![0-9]))`, 'g'), NARROW],
  [new RegExp(`(?<=${FIGURE})${BLANKS}(?=(?:${UNITS})(?![\\p{L}0-9’']))`, 'gu'), FIXED],
  // 'F CFA' is one unit; '8 h 30' is one time.
  [new RegExp(`(?<=(?<!\\p{L})F)${BLANKS}(?=CFA(?!\\p{L}))`, 'gu'), FIXED],
  [new RegExp(`(?<=[0-9]${BLANKS}h)${BLANKS}(?=[0-9]{2}(?![0-9]))`, 'g'), FIXED],
]

/**
 * A French text as it is displayed: no line breaks before a punctuation mark, a unit or a group of digits. It changes only the kind of
 * blanks and straight apostrophes inside words. Addresses and tags contain neither, so they are unchanged.
 */
export function setFrenchType(text: string): string {
  return RULES.reduce((set, [place, sign]) => set.replace(place, sign), text)
}
