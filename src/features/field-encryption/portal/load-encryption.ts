import type * as sealing from './encrypt-values.ts'
import { inTime } from '#portal/network/in-time.ts'

/** The build replaces this with the name of the built file. In a variable, so that the bundler leaves the import alone. */
const FILE = './encrypt-values.ts'
/** A payment does not wait longer for its encryption than for a slow network. */
const SEAL_MS = 5_000

/**
 * GEN-7: the encryption code is a separate file, shared by forms and calls (scripts/build-pages.ts) and fetched at the first value to
 * encrypt.
 */
export function withEncryption<Value>(work: (module: typeof sealing) => Promise<Value>): Promise<Value> {
  return inTime((import(/* @vite-ignore */ FILE) as Promise<typeof sealing>).then(work), SEAL_MS)
}
