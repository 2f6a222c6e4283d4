/** An id and its signature: about 103 bits that nobody guesses, in letters that an SMS carries. */
export const ID_LETTERS = 14
export const SIGNATURE_LETTERS = 10

/** So many purchases may be begun with one link: far more than a family needs, too few to be a nuisance. */
export const MOST_BEGUN = 100

const LETTERS = /^[b-df-hj-np-tv-xz]+$/

/** What an address holds as people copy it; null where letters are missing or others stand between them. */
export function linkIn(typed: string): { id: string; signature: string } | null {
  const letters = typed.trim().toLowerCase()
  if (letters.length !== ID_LETTERS + SIGNATURE_LETTERS || !LETTERS.test(letters)) return null
  return { id: letters.slice(0, ID_LETTERS), signature: letters.slice(ID_LETTERS) }
}

/** The path that a link leads to. */
export function linkPath(link: string): string {
  return `/r/${link}`
}

/** What became of a link: each has a sentence of its own. */
export const LINK_STATES = [
  'open',
  /** Letters are missing, or there are others. */
  'cut',
  /** Not signed by this portal: made up, changed, or of another operator or test system. */
  'foreign',
  'ended',
  'used-up',
  'paid',
  'bundle-withdrawn',
  'line-closed',
  'amount-refused',
  /** The price is another than the one that was shown: to be agreed to. */
  'price-changed',
] as const
export type LinkState = (typeof LINK_STATES)[number]
