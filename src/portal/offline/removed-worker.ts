/** The kill switch: what is served in the worker's place while OFFLINE_PAGE is off. It takes itself and all that was kept away. */
export type RemovedWorker = { skipWaiting(): Promise<void>; registration: { unregister(): Promise<boolean> } }

const worker = globalThis as unknown as RemovedWorker

addEventListener('install', () => void worker.skipWaiting())
addEventListener('activate', () => {
  void caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))
  void worker.registration.unregister()
})
