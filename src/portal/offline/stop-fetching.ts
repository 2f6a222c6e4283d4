import type { PackWish } from './offline-addresses.ts'

/** What is being fetched is wanted no more. */
export function stopFetching(): void {
  const { serviceWorker }: { serviceWorker?: ServiceWorkerContainer } = navigator
  serviceWorker?.controller?.postMessage({ pack: [] } satisfies PackWish)
}
