/**
 * Props are JSON in an attribute, where each quotation mark takes six characters (`&quot;`). So it is swapped with a character that texts
 * hardly ever hold; swapping twice restores the text.
 */
export function swapQuotes(text: string): string {
  return text.replace(/["^]/g, (sign) => (sign === '"' ? '^' : '"'))
}
