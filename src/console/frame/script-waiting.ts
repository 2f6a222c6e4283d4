const AFTER_MS = 300

/** A page that takes longer than 300 ms: the old rows turn pale, filters and links stay usable. */
export function showWaiting(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => document.querySelector('main')?.setAttribute('aria-busy', 'true'), AFTER_MS)
  }
  const rest = () => {
    clearTimeout(timer)
    document.querySelector('main')?.removeAttribute('aria-busy')
  }
  addEventListener('beforeunload', wait)
  // Back from another page, or from a file that was downloaded.
  addEventListener('pageshow', rest)
  addEventListener('focus', rest)
}
