import { countUse, sendCountsOnLeave } from './analytics.ts'

/** API-7: one count for every page view, also for a page restored from the browser's cache. */
export function countPages(): void {
  sendCountsOnLeave()
  addEventListener('pageshow', () => countUse(location.pathname, 'view'))
}
