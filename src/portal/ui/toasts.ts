export type Toast = { kind: 'error' | 'success'; message: string }

/** TOAST-1: 3 s where a visitor can simply try again, 10 s where money is concerned and for notifications. */
export const RECHARGE_TOAST_SECONDS = 3
export const PAYMENT_TOAST_SECONDS = 10

let shown: Toast | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(next: Toast | null): void {
  clearTimeout(timer)
  shown = next
  for (const listener of listeners) listener()
}

/** One message at a time: the newest is the one that matters. */
export const toasts = {
  show(toast: Toast, seconds: number): void {
    // A page without the client router shows it by its shell.
    dispatchEvent(new CustomEvent('guichet:toast', { detail: { ...toast, seconds } }))
    show(toast)
    timer = setTimeout(() => show(null), seconds * 1000)
  },
  close: () => show(null),
  current: () => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
