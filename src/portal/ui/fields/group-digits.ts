export type Grouping = {
  /** Extracts the significant digits of typed or pasted text, or (`isLeft`) of text that was not reformatted. */
  digitsOf: (text: string, isLeft?: boolean, inputType?: string) => string
  /** The digits as they are shown, in groups. */
  show: (digits: string) => string
  /** Text that must not be reformatted while it is being typed. */
  isLeft?: (text: string, isDeletion: boolean) => boolean
}

/** Shows the digits of a box in groups and keeps the caret after the digit it stood at. */
export function regroup(input: HTMLInputElement, { digitsOf, show, isLeft }: Grouping, inputType = ''): string {
  const typed = input.value
  if (isLeft?.(typed, inputType.startsWith('delete'))) return digitsOf(typed, true)
  const digits = digitsOf(typed, false, inputType)
  const shown = show(digits)
  if (typed === shown) return digits

  const digitsBefore = digitsOf(typed.slice(0, input.selectionEnd ?? typed.length)).replace(/[^0-9]/g, '').length
  const caret = placeAfterDigits(shown, digitsBefore, inputType === 'deleteContentForward')
  input.value = shown
  input.setSelectionRange(caret, caret)
  return digits
}

/** Forward deletion skips the gap between groups: a deleted gap would reappear at once. */
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
