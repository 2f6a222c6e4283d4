/** A text whose parts stay on one line, such as a number in pairs. Apart from the rules of French, which browsers do without. */
export function unbroken(text: string): string {
  return text.replace(/ /g, '\u00a0')
}
