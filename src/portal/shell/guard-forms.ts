import { KEPT_EVENT } from '../offline/offline-addresses.ts'
import { isFresh, untilReached } from './watch-network.ts'

const BUSY_MS = 10_000

/**
 * GEN-8: a form is sent once, however often its button is pressed, and a post only when the server has just been reached: without a
 * network it waits, typed values stay, and it is sent when the network is back. Links and searches are repeatable, so they need no probe
 * first: they wait only when the phone knows that it is offline.
 */
export function guardForms(): void {
  let held: (() => void) | null = null
  let busy: { form: HTMLFormElement; until: number } | null = null
  let isLetThrough = false

  /** The last press is the one that counts. */
  function hold(event: Event, press: () => void): void {
    event.preventDefault()
    held = press
    void untilReached().then(() => {
      if (held !== press) return
      held = null
      isLetThrough = true
      press()
      isLetThrough = false
    })
  }

  addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
    const isPost = form.method === 'post'
    if (isPost && busy?.form === form && performance.now() < busy.until) event.preventDefault()
    else if (!isLetThrough && !(isPost ? isFresh() : navigator.onLine))
      hold(event, () => {
        // The button was removed meanwhile, with what it acted on.
        if (!submitter || (submitter as HTMLButtonElement).form === form) form.requestSubmit(submitter)
      })
    else if (isPost) busy = { form, until: performance.now() + BUSY_MS }
  })
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]:not([href^="#"])') : null
    if (event.defaultPrevented || isLetThrough || navigator.onLine || !link || !link.protocol.startsWith('http')) return
    hold(event, () => link.click())
  })
  // A form of a page restored from the cache, or not left after all, may be sent again.
  for (const stays of ['pageshow', KEPT_EVENT])
    addEventListener(stays, () => {
      busy = null
      held = null
    })
}
