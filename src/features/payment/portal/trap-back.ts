import { HUB_ENTRY, LEAD_TO } from '#portal/shell/history-keys.ts'
import { keepInSession, readFromSession } from '#portal/shell/session-texts.ts'

/** Browsers keep at most this many history entries: beyond it they cannot be counted. */
const MAX_ENTRIES = 50

/** State of the result page's history entry. `entries` is how far to go back; `isThere`: that entry is the return page itself. */
type WayBack = { backTo: string; entries: number; isThere: boolean }

/**
 * STAT-2: the browser's back button leads to the page where the purchase began, then to the page before it. It never leads to a gateway's
 * pages. When the return page is not the entry before the hub, it replaces the hub's entry.
 */
export function trapBack(): void {
  const { backTo } = document.querySelector<HTMLElement>('[data-back-to]')?.dataset ?? {}
  if (!backTo) return
  const kept: WayBack | null = history.state
  const way = kept?.backTo === backTo ? kept : wayBack(backTo)
  // One more entry for this same page: a back navigation stays here for a moment, and the script redirects. After a reload the entry
  // exists.
  if (way !== kept) history.pushState(way, '')
  addEventListener('popstate', ({ state }: { state: WayBack | null }) => {
    // Links inside the page fire this event too.
    if (state?.backTo || location.hash) return
    // Offline the page stays, and the entry is pushed again.
    if (!navigator.onLine) return history.pushState(way, '')
    if (way.entries === 0) return location.replace(backTo)
    if (!way.isThere) keepInSession(LEAD_TO, backTo)
    history.go(-way.entries)
  })
}

function wayBack(backTo: string): WayBack {
  const [hub = '', behind] = (readFromSession(HUB_ENTRY) ?? '').split(' ')
  const entries = history.length - Number(hub)
  if (!hub || entries < 1 || history.length >= MAX_ENTRIES) return { backTo, entries: 0, isThere: false }
  const isThere = behind === backTo
  return { backTo, entries: isThere ? entries + 1 : entries, isThere }
}
