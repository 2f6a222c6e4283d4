import { NUMBERS_KEY } from '../number-addresses.ts'

/** RECENT-1: asks when there is no answer yet. After a yes the island saves the number; after a no nothing is fetched or shown. */
export function showKeeping(element: HTMLElement): void {
  const section = element.querySelector<HTMLElement>('[data-keep]')
  if (!section) return
  try {
    const saved = localStorage.getItem(NUMBERS_KEY)
    if (saved === null) section.hidden = false
    // With data saving on, the rest is fetched only when the visitor answers.
    const isAskedLater = saved === null ? navigator.connection?.saveData : saved.includes('"no"')
    if (!isAskedLater) section.dispatchEvent(new Event('guichet:wake'))
  } catch {
    // A browser that refuses storage saves nothing.
  }
}
