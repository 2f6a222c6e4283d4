/** LOAD-1: the global loading flag, off by default. The shell shows the overlay exactly while it is on. */
export const loadingFlag = {
  show: () => set(true),
  hide: () => set(false),
}

function set(isLoading: boolean): void {
  dispatchEvent(new CustomEvent('guichet:loading', { detail: isLoading }))
}
