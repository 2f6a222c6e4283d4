import { asciiDigits } from './ascii-digits.ts'

const SHORTEST_CARD = 13
const MAX_CARD = 19
/**
 * Digits of any script with up to three separators between two of them, as people write them: spaces of every width, dashes, dots. A colon
 * is no separator: it makes a time of day.
 */
const DIGIT_RUN = /\p{Nd}(?:[\s\p{Z}\p{Cf}\p{Pd}./_,*'’·•|\\+]{0,3}\p{Nd}){12,}/gu

/** Masks every card number in typed text where none is expected: '4084 0840 8408 4081' becomes '•••• 4081'. */
export function maskCardNumbers(text: string): string {
  return text.replace(DIGIT_RUN, maskRun)
}

/** A card number may be inside a longer run of digits, for example after a phone number: then the whole run is masked, to be safe. */
function maskRun(run: string): string {
  const digits = asciiDigits(run).replace(/[^0-9]/g, '')
  return holdsCardNumber(digits) ? `•••• ${digits.slice(-4)}` : run
}

function holdsCardNumber(digits: string): boolean {
  for (let end = SHORTEST_CARD; end <= digits.length; end += 1) if (endsInCardNumber(digits, end)) return true
  return false
}

/** Whether a card number of any length ends there. One pass to the left for all lengths: a client may send sixty thousand digits. */
function endsInCardNumber(digits: string, end: number): boolean {
  let sum = 0
  let hasOtherThanZero = false
  for (let place = 0; place < MAX_CARD && place < end; place += 1) {
    const digit = digits.charCodeAt(end - 1 - place) - ZERO
    // The check digit of every card number (ISO/IEC 7812).
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
    hasOtherThanZero ||= digit > 0
    if (place + 1 >= SHORTEST_CARD && sum % 10 === 0 && hasOtherThanZero) return true
  }
  return false
}

const ZERO = '0'.charCodeAt(0)

/** A text that is a card number and nothing else, with a prefix of a card network. For fields where long numbers are usual. */
export function isCardNumber(text: string): boolean {
  const digits = asciiDigits(text.trim()).replace(/(?<=[0-9])[\s\p{Z}\p{Cf}\p{Pd}](?=[0-9])/gu, '')
  if (!/^(?:3|4|5|6|2[2-7])[0-9]{12,18}$/.test(digits)) return false
  return luhnSum(digits) % 10 === 0
}

function luhnSum(digits: string): number {
  return Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => {
      const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
}
