const BUSY_MS = 10_000

/**
 * A form is sent once, however often its button is pressed, and not at all without a network: it waits, what was typed stays,
 * and it goes out by itself when the network is back. Links wait in the same way.
 */
export function guardForms(): void {
  let waiting: (() => void) | null = null
  let busy: { form: HTMLFormElement; until: number } | null = null

  addEventListener('submit', (event) => {
    const { target: form, submitter, defaultPrevented } = event
    if (defaultPrevented || !(form instanceof HTMLFormElement)) return
    if (!navigator.onLine) {
      event.preventDefault()
      waiting = () => form.requestSubmit(submitter)
    } else if (form.method === 'post') {
      const isAgain = busy?.form === form && performance.now() < busy.until
      if (isAgain) event.preventDefault()
      else busy = { form, until: performance.now() + BUSY_MS }
    }
  })
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (
      navigator.onLine ||
      event.defaultPrevented ||
      !link ||
      !/^https?:/.test(link.protocol) ||
      link.getAttribute('href')?.startsWith('#')
    )
      return
    event.preventDefault()
    waiting = () => link.click()
  })
  addEventListener('online', () => {
    const go = waiting
    waiting = null
    go?.()
  })
  // A page that comes back from the cache may be sent again.
  addEventListener('pageshow', () => (busy = null))
}
