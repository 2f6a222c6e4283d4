export type ToastEvent = { kind: 'error' | 'success'; message: string; seconds: number } | null

/** TOAST-1: one message at a time; an island says which, and for how long. */
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
  addEventListener('guichet:toast', (event) => show((event as CustomEvent<ToastEvent>).detail))
}
