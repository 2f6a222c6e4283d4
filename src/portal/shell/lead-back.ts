import { dropFromSession, keepInSession, readFromSession } from './session-texts.ts'

const SCROLL = 'scroll'

type HistoryEntry = { key: string; index: number; url: string | null }
type History = { entries(): HistoryEntry[]; currentEntry: HistoryEntry | null; traverseTo(key: string): unknown }

/** STAT-2: the browser's back leads to the page the purchase began on, not into the gateway's page again. */
export function trapBack(): void {
  const { backTo } = document.querySelector<HTMLElement>('[data-back-to]')?.dataset ?? {}
  if (!backTo) return
  // One more entry for this very page: going back then stays here for a moment, and we lead on. A reload finds it there already.
  if (history.state !== backTo) history.pushState(backTo, '')
  addEventListener('popstate', ({ state }) => {
    // A link inside the page is also told like this.
    if (state !== backTo && !location.hash) location.replace(backTo)
  })
}

/**
 * A link marked `data-back` is the browser's own back where the page behind is one of ours, and `data-replace` takes the place of the
 * page in the history. Where the browser cannot tell what lies behind, both are plain links.
 */
export function leadBack(): void {
  // Where one page took the place of another, the visitor's eyes stay where they were.
  const scrolled = readFromSession(SCROLL)
  dropFromSession(SCROLL)
  if (scrolled) scrollTo(0, Number(scrolled))
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-back],a[data-replace]') : null
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const { navigation } = window as { navigation?: History }
    const behind = navigation && entryBehind(navigation)
    if ('replace' in link.dataset) {
      keepInSession(SCROLL, String(scrollY))
      location.replace(link.href)
    } else if (behind) navigation.traverseTo(behind.key)
    else return
    event.preventDefault()
  })
}

/** The nearest other page; a form that came back to its own page, or another language of it, is none. */
function entryBehind(history: History): HistoryEntry | undefined {
  const here = history.currentEntry?.index ?? 0
  const before = history.entries().filter(({ index, url }) => index < here && url && new URL(url).pathname !== location.pathname)
  return before.pop()
}
