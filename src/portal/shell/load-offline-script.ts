import { OFFLINE_SCRIPT } from '../offline/offline-script.ts'

const LATE_MS = 2_000

type Connection = { saveData?: boolean }

/**
 * GEN-8: loads the script that stores the offline page. The first time it loads after everything else, later at once from the phone's
 * cache. Not with data saving on, unless the worker is installed: this shell already keeps the visible page, and the rest is not worth its
 * kilobytes unasked.
 */
export function loadOfflineScript(): void {
  const { serviceWorker, connection }: { serviceWorker?: ServiceWorkerContainer; connection?: Connection } = navigator
  if (!serviceWorker || (connection?.saveData && !serviceWorker.controller)) return
  // From the portal, wherever this file came from.
  const load = () => void import(/* @vite-ignore */ location.origin + OFFLINE_SCRIPT).catch(() => undefined)
  if (serviceWorker.controller) load()
  else addEventListener('load', () => setTimeout(load, LATE_MS))
}
