/** An id and its signature: about 103 bits, so not guessable, in letters that every SMS supports. */
export const ID_LETTERS = 14
export const SIGNATURE_LETTERS = 10

const LETTERS = /^[b-df-hj-np-tv-xz]+$/

/** Parses a copied link; null if letters are missing or invalid. */
export function linkIn(typed: string): { id: string; signature: string } | null {
  // A link in a sentence is copied with the sign behind it.
  const letters = typed
    .trim()
    .toLowerCase()
    .replace(/[^a-z]+$/, '')
  if (letters.length !== ID_LETTERS + SIGNATURE_LETTERS || !LETTERS.test(letters)) return null
  return { id: letters.slice(0, ID_LETTERS), signature: letters.slice(ID_LETTERS) }
}

/** The path of a link. */
export function linkPath(link: string): string {
  return `/r/${link}`
}

/** The states of a link, each with a text of its own. */
export const LINK_STATES = [
  'open',
  /** Letters are missing or invalid. */
  'cut',
  /** Not signed by this portal: made up, changed, or of another operator or test system. */
  'foreign',
  'ended',
  'paid',
  'bundle-withdrawn',
  'line-closed',
  'amount-refused',
  /** The price differs from the displayed one, and needs the payer's agreement. */
  'price-changed',
] as const
export type LinkState = (typeof LINK_STATES)[number]
