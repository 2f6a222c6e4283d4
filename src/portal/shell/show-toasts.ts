import { PAYMENT_TOAST_SECONDS, RECHARGE_TOAST_SECONDS } from '../ui/messages/toasts.ts'

export type ToastEvent = { kind: 'error' | 'success'; message: string; seconds: number } | null

/** TOAST-1: 3 s where a visitor can simply try again, 10 s where money is concerned. */
function toastSeconds(pathname: string): number {
  return pathname.startsWith('/payment') ? PAYMENT_TOAST_SECONDS : RECHARGE_TOAST_SECONDS
}

/** TOAST-1: one message at a time; an island sets its text and duration. */
export function showToasts(): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]')
  const toast = region?.querySelector<HTMLElement>('[data-toast]')
  if (!region || !toast) return
  const [heading, words] = toast.querySelectorAll('strong, span')
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (next: ToastEvent) => {
    clearTimeout(timer)
    toast.hidden = next === null
    if (!next || !heading || !words) return
    toast.dataset.toast = next.kind
    heading.textContent = region.dataset[next.kind] ?? ''
    words.textContent = next.message
    timer = setTimeout(show, next.seconds * 1000, null)
  }
  toast.querySelector('button')?.addEventListener('click', () => show(null))
  // ERR-1: a missing response has no text of its own.
  addEventListener('guichet:lost', () =>
    show({ kind: 'error', message: region.dataset.lost ?? '', seconds: toastSeconds(location.pathname) }),
  )
  addEventListener('guichet:toast', (event) => show((event as CustomEvent<ToastEvent>).detail))
}
