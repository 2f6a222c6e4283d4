/**
 * Props stand in an attribute, where each quotation mark of their JSON is written as six characters, for every visitor. Another sign that texts
 * hardly ever hold takes its place there, and the other way round: written twice, a text is what it was.
 */
export function swapQuotes(text: string): string {
  return text.replace(/["^]/g, (sign) => (sign === '"' ? '^' : '"'))
}
