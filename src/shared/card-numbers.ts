const SHORTEST_CARD = 13
const LONGEST_CARD = 19
/** Digits with at most one sign between two of them, as people write them. */
const DIGIT_RUN = /[0-9](?:[\s./_-]?[0-9]){12,}/g

/** Hides every card number in a text that people typed where it does not belong: '4084 0840 8408 4081' becomes '•••• 4081'. */
export function maskCardNumbers(text: string): string {
  return text.replace(DIGIT_RUN, maskRun)
}

/** A card number may stand inside a longer run, for example after a phone number: then the whole run goes, to be safe. */
function maskRun(run: string): string {
  const digits = run.replace(/[^0-9]/g, '')
  return holdsCardNumber(digits) ? `•••• ${digits.slice(-4)}` : run
}

function holdsCardNumber(digits: string): boolean {
  for (let start = 0; start + SHORTEST_CARD <= digits.length; start += 1) {
    for (let length = SHORTEST_CARD; length <= Math.min(LONGEST_CARD, digits.length - start); length += 1) {
      if (isLuhn(digits.slice(start, start + length))) return true
    }
  }
  return false
}

/** The check digit that every card number carries (ISO/IEC 7812). */
function isLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => {
      const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0 && /[1-9]/.test(digits)
}
