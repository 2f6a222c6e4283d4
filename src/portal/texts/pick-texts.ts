/** Picks the texts that a page shows: the rest of the package would travel twice, in the page and in its data. */
export function pickTexts<Texts extends object, Key extends keyof Texts>(texts: Texts, keys: readonly Key[]): Pick<Texts, Key> {
  return Object.fromEntries(keys.map((key) => [key, texts[key]])) as Pick<Texts, Key>
}
