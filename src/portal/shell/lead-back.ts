import { HUB_ENTRY, LEAD_TO } from './history-keys.ts'
import { dropFromSession, keepInSession, readFromSession } from './session-texts.ts'

const SCROLL = 'scroll'

type HistoryEntry = { key: string; index: number; url: string | null }
type History = { entries(): HistoryEntry[]; currentEntry: HistoryEntry | null; traverseTo(key: string): unknown }

/** The hub knows how far it lies from the first page and what lies behind it, unless it was come back to: then it knew before. */
function rememberHub(): void {
  const leadTo = readFromSession(LEAD_TO)
  dropFromSession(LEAD_TO)
  if (leadTo) return location.replace(leadTo)
  const [loaded] = performance.getEntriesByType('navigation')
  if (!loaded || !('type' in loaded) || loaded.type !== 'navigate') return
  const { navigation }: { navigation?: History } = window
  const behind = navigation && entryBehind(navigation)?.url
  keepInSession(HUB_ENTRY, `${history.length} ${behind ? new URL(behind).pathname : ''}`)
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
  else if (location.pathname.startsWith('/payment/start')) rememberHub()
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && location.pathname.startsWith('/payment/start')) rememberHub()
  })
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-back],a[data-replace]') : null
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const { navigation }: { navigation?: History } = window
    const behind = navigation && entryBehind(navigation)
    if ('replace' in link.dataset) {
      // Nobody's eyes were on a link that the page itself pressed.
      keepInSession(SCROLL, link.hidden ? '0' : String(scrollY))
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
