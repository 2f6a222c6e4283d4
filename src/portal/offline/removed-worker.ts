type Lasting = { waitUntil(work: Promise<void>): void }

/** The kill switch: served in the worker's place while OFFLINE_PAGE is off. It removes itself and everything stored. */
export type RemovedWorker = {
  skipWaiting(): Promise<void>
  registration: { unregister(): Promise<boolean> }
  addEventListener(name: 'install' | 'activate', work: (event: Lasting) => void): void
}

const worker = globalThis as unknown as RemovedWorker

worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(removeAll()))

/** The caches first: an unregistered worker can remove nothing. */
async function removeAll(): Promise<void> {
  try {
    for (const name of await caches.keys()) await caches.delete(name)
  } finally {
    await worker.registration.unregister()
  }
}
