import type { Changes } from '../world/changes.ts'
import type { Store } from '../world/journal-store.ts'
import type { SimulatorName } from './simulator-names.ts'

/**
 * Two legal forms of one protocol. `strict` sends every documented field; `sparse` sends the fields that are required or that a response has
 * no meaning without, and writes open values differently.
 */
export const DIALECTS = ['strict', 'sparse'] as const
export type Dialect = (typeof DIALECTS)[number]

/** The current dialect of each simulator: strict at the start and after a reset. */
export type Dialects = { of(face: SimulatorName): Dialect; speak(face: SimulatorName, dialect: Dialect): void }

export function createDialects({ store, changes }: { store: Store; changes: Changes }): Dialects {
  const spoken = store.collection<{ dialect: Dialect }>('dialects')
  return {
    of: (face) => spoken.get(face)?.dialect ?? 'strict',
    speak(face, dialect) {
      if (dialect === 'strict') spoken.remove(face)
      else spoken.put(face, { dialect })
      changes.announce()
    },
  }
}
