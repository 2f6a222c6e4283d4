import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** PNG pictures of square drawings, in their order. A drawing that is no SVG is an error. */
export async function drawIcons(orders: readonly { svg: string; size: number }[]): Promise<Buffer[]> {
  const worker = new Worker(new URL('icon-worker.ts', import.meta.url), { workerData: orders })
  try {
    const [pictures = []]: Uint8Array[][] = await once(worker, 'message')
    return pictures.map((picture) => Buffer.from(picture))
  } finally {
    await worker.terminate()
  }
}
