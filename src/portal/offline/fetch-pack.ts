import { inTime } from '../network/in-time.ts'
import type { PackRequest } from './offline-addresses.ts'
import { OFFLINE_SCRIPT } from './offline-script.ts'

const READY_MS = 15_000
/** Without a page in this time, the network or the worker is gone. */
const PAGE_MS = 60_000

/** OFF-5: has the worker fetch these pages and reports each one. Registers the worker first if needed, e.g. with data saving on. */
export async function fetchPack(
  pack: PackRequest['pack'],
  { tell, isWanted }: { tell: (path: string) => void; isWanted: () => boolean },
): Promise<'whole' | 'cut' | 'no-worker'> {
  const worker = await readyWorker().catch(() => null)
  if (!worker) return 'no-worker'
  if (!isWanted()) return 'cut'
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ pack } satisfies PackRequest, [port2])
  return untilAllCame(port1, { paths: pack.map(({ path }) => path), tell })
}

function untilAllCame(port: MessagePort, { paths, tell }: { paths: string[]; tell: (path: string) => void }): Promise<'whole' | 'cut'> {
  const left = new Set(paths)
  return new Promise((resolve) => {
    let watch = setTimeout(resolve, PAGE_MS, 'cut')
    port.onmessage = ({ data }: MessageEvent<string | null>) => {
      clearTimeout(watch)
      if (data === null) return resolve('cut')
      left.delete(data)
      tell(data)
      if (left.size === 0) return resolve('whole')
      watch = setTimeout(resolve, PAGE_MS, 'cut')
    }
  })
}

async function readyWorker(): Promise<ServiceWorker | null> {
  const { serviceWorker }: { serviceWorker?: ServiceWorkerContainer } = navigator
  if (!serviceWorker) return null
  // Registers it, where the shell has not.
  await import(/* @vite-ignore */ location.origin + OFFLINE_SCRIPT)
  return (await inTime(serviceWorker.ready, READY_MS)).active
}
