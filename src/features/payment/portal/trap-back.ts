import { HUB_ENTRY, LEAD_TO } from '#portal/shell/history-keys.ts'
import { keepInSession, readFromSession } from '#portal/shell/session-texts.ts'

/** As many entries as a browser keeps: beyond it nobody can count them. */
const MOST_ENTRIES = 50

/** Kept in the history with the page of a result. `entries` is how far back to go; `isThere`: what lies there is the return page itself. */
type WayBack = { backTo: string; entries: number; isThere: boolean }

/**
 * STAT-2: the browser's back leads to the page the purchase began on, and from there to what lay before it: the pages of a gateway are never
 * come back to. Where the return page does not lie in front of the hub, it takes the hub's place.
 */
export function trapBack(): void {
  const { backTo } = document.querySelector<HTMLElement>('[data-back-to]')?.dataset ?? {}
  if (!backTo) return
  const kept: WayBack | null = history.state
  const way = kept?.backTo === backTo ? kept : wayBack(backTo)
  // One more entry for this very page: going back then stays here for a moment, and we lead on. A reload finds it there already.
  if (way !== kept) history.pushState(way, '')
  addEventListener('popstate', ({ state }: { state: WayBack | null }) => {
    // A link inside the page is also told like this.
    if (state?.backTo || location.hash) return
    // Without a network the page stays, and so does the way back.
    if (!navigator.onLine) return history.pushState(way, '')
    if (way.entries === 0) return location.replace(backTo)
    if (!way.isThere) keepInSession(LEAD_TO, backTo)
    history.go(-way.entries)
  })
}

function wayBack(backTo: string): WayBack {
  const [hub = '', behind] = (readFromSession(HUB_ENTRY) ?? '').split(' ')
  const entries = history.length - Number(hub)
  if (!hub || entries < 1 || history.length >= MOST_ENTRIES) return { backTo, entries: 0, isThere: false }
  const isThere = behind === backTo
  return { backTo, entries: isThere ? entries + 1 : entries, isThere }
}
