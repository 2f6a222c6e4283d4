/** Says so when the network is gone. What is sent meanwhile waits, see guard-forms.ts. */
export function watchNetwork(): void {
  const strip = document.querySelector<HTMLElement>('[data-offline]')
  const show = () => {
    if (strip) strip.hidden = navigator.onLine
  }
  addEventListener('online', show)
  addEventListener('offline', show)
  show()
}
