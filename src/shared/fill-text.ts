/**
 * Puts values into a text from content: 'Minimum amount should be XOF {min}'. Only the given names are replaced, so braces, markup and
 * percent signs in content stay text.
 */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{([a-zA-Z]+)\}/g, (whole, name: string) => (isGiven(values, name) ? String(values[name]) : whole))
}

/** Object.hasOwn is newer than the phones we serve. */
function isGiven(values: object, name: string): boolean {
  return Object.prototype.hasOwnProperty.call(values, name)
}
