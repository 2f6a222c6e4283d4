import { useSyncExternalStore } from 'react'

let isLoading = false
const listeners = new Set<() => void>()

function set(value: boolean): void {
  if (isLoading === value) return
  isLoading = value
  dispatchEvent(new CustomEvent('guichet:loading', { detail: value }))
  for (const listener of listeners) listener()
}

/** LOAD-1: the global loading flag. Off by default; the overlay is visible exactly while it is on. */
export const loadingFlag = {
  show: () => set(true),
  hide: () => set(false),
}

export function useLoadingFlag(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isLoading,
    () => false,
  )
}
