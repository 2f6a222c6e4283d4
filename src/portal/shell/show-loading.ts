import { KEPT_EVENT } from '../offline/offline-addresses.ts'

const SLOW_MS = 700

/**
 * LOAD-1: covers the page while the loading flag is on, off by default: `guichet:loading` sets it, and so does a slow next page. A tap
 * uncovers the page; so does stopping the browser, after which the form may be sent again.
 */
export function showLoading(): void {
  const overlay = document.querySelector<HTMLElement>('[data-loading]')
  if (!overlay) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (isOn: boolean) => {
    clearTimeout(timer)
    overlay.hidden = !isOn
  }
  const stay = () => {
    show(false)
    dispatchEvent(new Event(KEPT_EVENT))
  }
  overlay.addEventListener('click', () => show(false))
  // The key that stops a browser; where it stops by a button only newer ones tell.
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !overlay.hidden) stay()
  })
  ;(globalThis as { navigation?: EventTarget }).navigation?.addEventListener('navigateerror', stay)
  addEventListener('guichet:loading', (event) => show((event as CustomEvent<boolean>).detail))
  addEventListener('submit', (event) => {
    clearTimeout(timer)
    if (!event.defaultPrevented) timer = setTimeout(show, SLOW_MS, true)
  })
  addEventListener('pagehide', () => clearTimeout(timer))
  addEventListener('pageshow', () => show(false))
}
