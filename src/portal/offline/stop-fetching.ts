import type { PackRequest } from './offline-addresses.ts'

/** Cancels the fetching of pages. */
export function stopFetching(): void {
  const { serviceWorker }: { serviceWorker?: ServiceWorkerContainer } = navigator
  serviceWorker?.controller?.postMessage({ pack: [] } satisfies PackRequest)
}
