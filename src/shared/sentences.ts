/** Joins sentences of different sources, each with its final punctuation. */
export function sentences(...parts: string[]): string {
  return parts.map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`)).join(' ')
}
