import { useEffect } from 'react'

/** STAT-2: the browser's back leads to the page the purchase began on, not into the gateway's page again. */
export function useBackTo(page: string): void {
  useEffect(() => {
    // One more entry for this very page: going back then stays here for a moment, and we lead on.
    history.pushState(history.state, '', location.href)
    const leave = () => location.replace(page)
    addEventListener('popstate', leave)
    return () => removeEventListener('popstate', leave)
  }, [page])
}
