import { countUse, sendCountsOnLeave } from './analytics.ts'

/** API-7: one count for every page shown, also when it comes back from the browser's cache. */
export function countPages(): void {
  sendCountsOnLeave()
  addEventListener('pageshow', () => countUse(location.pathname, 'view'))
}
