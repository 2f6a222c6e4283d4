/** Sentences of different sources in a row: each ends as a sentence does. */
export function sentences(...parts: string[]): string {
  return parts.map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`)).join(' ')
}
