import { HUB_ENTRY, LEAD_TO } from './history-keys.ts'
import { keepInSession, readFromSession } from './session-texts.ts'

const SCROLL = 'scroll'

type HistoryEntry = { key: string; index: number; url: string | null }
type History = { entries(): HistoryEntry[]; currentEntry: HistoryEntry | null; traverseTo(key: string): unknown }

/** Stores the hub's position in the history and the page before it. A return to the hub keeps the stored values. */
function rememberHub(): void {
  const leadTo = readFromSession(LEAD_TO)
  keepInSession(LEAD_TO, null)
  if (leadTo) return location.replace(leadTo)
  const [loaded] = performance.getEntriesByType('navigation')
  if (!loaded || !('type' in loaded) || loaded.type !== 'navigate') return
  const { navigation }: { navigation?: History } = window
  const behind = navigation && entryBehind(navigation)?.url
  keepInSession(HUB_ENTRY, `${history.length} ${behind ? new URL(behind).pathname : ''}`)
}

/**
 * A link marked `data-back` is the browser's own back when the previous page is one of ours; `data-replace` replaces the history entry
 * of the page. In browsers without the Navigation API, `data-back` is a plain link.
 */
export function leadBack(): void {
  // After a replaced page, the scroll position stays.
  const scrolled = readFromSession(SCROLL)
  keepInSession(SCROLL, null)
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
      // The page itself pressed a hidden link, so there is no scroll position to restore.
      keepInSession(SCROLL, link.hidden ? '0' : String(scrollY))
      // After a choice by the keyboard, its form comes next.
      location.replace(event.detail === 0 && link.dataset.replace ? `${link.href}#${link.dataset.replace}` : link.href)
    } else if (behind) navigation.traverseTo(behind.key)
    else return
    event.preventDefault()
  })
}

/** The nearest history entry of another path: a redisplayed form, or another language of the page, does not count. */
function entryBehind(history: History): HistoryEntry | undefined {
  const here = history.currentEntry?.index ?? 0
  const before = history.entries().filter(({ index, url }) => index < here && url && new URL(url).pathname !== location.pathname)
  return before.pop()
}
