import type * as sealing from './seal-values.ts'
import { inTime } from '#portal/network/in-time.ts'

/** The build writes the name of the built file here. In a variable, so that no more is made of it. */
const FILE = './seal-values.ts'
/** A payment does not wait longer for its seal than for a slow network. */
const SEAL_MS = 5_000

/**
 * GEN-7: what seals is a file of its own, the same for forms and calls (scripts/build-pages.ts), fetched by whoever first has something to
 * seal.
 */
export function withSealing<Value>(work: (module: typeof sealing) => Promise<Value>): Promise<Value> {
  return inTime((import(/* @vite-ignore */ FILE) as Promise<typeof sealing>).then(work), SEAL_MS)
}
