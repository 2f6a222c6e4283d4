import { NUMBERS_KEY } from '../number-addresses.ts'

/** RECENT-1: whoever was never asked is asked; after a yes the island keeps the number, after a no nothing is fetched or shown. */
export function showKeeping(element: HTMLElement): void {
  const section = element.querySelector<HTMLElement>('[data-keep]')
  if (!section) return
  try {
    const book = localStorage.getItem(NUMBERS_KEY)
    if (book === null) section.hidden = false
    // Whoever saves data fetches the rest with the answer.
    const isAskedLater = book === null ? navigator.connection?.saveData : book.includes('"no"')
    if (!isAskedLater) section.dispatchEvent(new Event('guichet:wake'))
  } catch {
    // A browser that refuses storage keeps nothing.
  }
}
