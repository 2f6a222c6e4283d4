export type Grouping = {
  /** The digits that count in what was typed or pasted, or was left as it was. */
  digitsOf: (text: string, isLeft?: boolean) => string
  /** The digits as they are shown, in groups. */
  show: (digits: string) => string
  /** What is better left as it was typed, for now. */
  isLeft?: (text: string, isDeletion: boolean) => boolean
}

/** Shows the digits of a box in groups and keeps the caret after the digit it stood at. */
export function regroup(input: HTMLInputElement, { digitsOf, show, isLeft }: Grouping, inputType = ''): string {
  const typed = input.value
  if (isLeft?.(typed, inputType.startsWith('delete'))) return digitsOf(typed, true)
  const digits = digitsOf(typed)
  const shown = show(digits)
  if (typed === shown) return digits

  const digitsBefore = digitsOf(typed.slice(0, input.selectionEnd ?? typed.length)).length
  const caret = placeAfterDigits(shown, digitsBefore, inputType === 'deleteContentForward')
  input.value = shown
  input.setSelectionRange(caret, caret)
  return digits
}

/** Deleting forward steps over the gap between groups: it would come back for ever. */
function placeAfterDigits(shown: string, count: number, isAfterGap: boolean): number {
  let place = 0
  for (let seen = 0; place < shown.length && seen < count; place += 1) if (isDigit(shown.charAt(place))) seen += 1
  if (!isAfterGap) return place
  while (place < shown.length && !isDigit(shown.charAt(place))) place += 1
  return place
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}
