import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** False in the server's markup and during hydration, true afterwards: for parts that need script. */
export function useHasScript(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
