const SLOW_MS = 700

/** LOAD-1: covers the page while the loading flag is on, off by default: `guichet:loading` sets it, and so does a slow next page. */
export function showLoading(): void {
  const overlay = document.querySelector<HTMLElement>('[data-loading]')
  if (!overlay) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (isOn: boolean) => {
    clearTimeout(timer)
    overlay.hidden = !isOn
  }
  addEventListener('guichet:loading', (event) => show((event as CustomEvent<boolean>).detail))
  addEventListener('submit', (event) => {
    clearTimeout(timer)
    if (!event.defaultPrevented) timer = setTimeout(show, SLOW_MS, true)
  })
  addEventListener('pagehide', () => clearTimeout(timer))
  addEventListener('pageshow', () => show(false))
}
