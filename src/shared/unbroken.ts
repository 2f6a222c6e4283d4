/** A text whose parts stay on one line, such as a number in pairs. Separate from the French rules, which browsers do not need. */
export function unbroken(text: string): string {
  return text.replace(/ /g, '\u00a0')
}
