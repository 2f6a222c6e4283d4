import type { Changes } from '../world/changes.ts'
import type { Store } from '../world/journal-store.ts'
import type { FaceName } from './face-names.ts'

/**
 * Two legal ways to speak one protocol. `strict` says everything the document knows, word by word; `sparse` says what the document requires and
 * what an answer would mean nothing without, and writes what it leaves open another way.
 */
export const DIALECTS = ['strict', 'sparse'] as const
export type Dialect = (typeof DIALECTS)[number]

/** The current dialect of each simulator: strict at the start and after a reset. */
export type Dialects = { of(face: FaceName): Dialect; speak(face: FaceName, dialect: Dialect): void }

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
