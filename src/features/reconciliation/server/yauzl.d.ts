declare module 'yauzl' {
  import type { Readable } from 'node:stream'

  export type Entry = { fileName: string; compressedSize: number; uncompressedSize: number }
  export type ZipFile = {
    eachEntry(): AsyncIterable<Entry>
    openReadStreamPromise(entry: Entry): Promise<Readable>
    close(): void
  }
  export function fromBufferPromise(buffer: Buffer, options: { lazyEntries: true }): Promise<ZipFile>
}
