import { OFFLINE_SCRIPT } from '../offline/offline-script.ts'

const LATE_MS = 2_000

type Connection = { saveData?: boolean }

/**
 * GEN-8: what keeps our offline page on the phone. The first time when everything else is done, afterwards at once, for then it lies on the phone. Not
 * where data is saved, unless the worker is there already: the page that the visitor sees is kept by this shell, and the rest is worth less than its
 * kilobytes to whoever did not ask for it.
 */
export function loadOfflineScript(): void {
  const { serviceWorker, connection }: { serviceWorker?: ServiceWorkerContainer; connection?: Connection } = navigator
  if (!serviceWorker || (connection?.saveData && !serviceWorker.controller)) return
  // From the portal, wherever this file came from.
  const load = () => void import(/* @vite-ignore */ location.origin + OFFLINE_SCRIPT).catch(() => undefined)
  if (serviceWorker.controller) load()
  else addEventListener('load', () => setTimeout(load, LATE_MS))
}
