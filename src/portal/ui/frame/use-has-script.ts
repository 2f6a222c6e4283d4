import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** False in the server's markup and while it is taken over, true from then on: what needs script waits for it. */
export function useHasScript(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
