import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { smallPng } from './small-png.ts'

/** Draws the PNG icons outside of the thread that answers requests, and ends with its memory. */
const orders: readonly { svg: string; size: number }[] = workerData
await initWasm(readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))))
const pictures = orders.map(({ svg, size }) => {
  const picture = new Resvg(svg, { fitTo: { mode: 'width', value: size }, font: { loadSystemFonts: false } }).render()
  return smallPng(picture.pixels, size) ?? picture.asPng()
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
parentPort?.postMessage(pictures)
