import { goTo } from '../browser/go-to.ts'
import type { ToastEvent } from '../shell/show-toasts.ts'
import { untilReached } from '../network/until-reached.ts'
import { KEEPABLE, KEPT_EVENT, SERVICE_WORKER, type Unreached } from './offline-addresses.ts'
import { keptAmong, keptPaths } from './kept-paths.ts'

type PolicyFactory = { createPolicy(name: string, rules: object): { createScriptURL(address: string): string } }
/** The navigation in progress, which may be pressed again. */
type Leaving = { isPost: boolean; press: () => void }

const PAUSE_MS = 1_000
const MAX_TRIES = 5
const SAID_SECONDS = 10

let leaving: Leaving | null = null
let tries = 0

/** Registers the worker that stores the offline page. The `max-age` of its file limits update checks to one in ten minutes. */
function register(): void {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  const policy = trustedTypes?.createPolicy('worker', { createScriptURL: () => SERVICE_WORKER })
  navigator.serviceWorker.register(policy?.createScriptURL('') ?? SERVICE_WORKER, { updateViaCache: 'all' }).catch(() => undefined)
}

function watchPresses(): void {
  addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
    leaving = { isPost: form.method === 'post', press: () => form.requestSubmit(submitter) }
  })
  // Runs before listeners that navigate themselves.
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      const isElsewhere = !link || link.target !== '' || event.ctrlKey || event.metaKey || event.shiftKey
      if (isElsewhere) return
      leaving = { isPost: false, press: () => link.click() }
      if (!navigator.onLine && link.origin === location.origin && !link.search && !link.hash && KEEPABLE.test(link.pathname))
        void openKept(event, link)
    },
    true,
  )
  addEventListener('pageshow', () => (leaving = null))
}

/** OFF-1: without a network the shell delays a link; one to a page stored on this phone opens at once. */
async function openKept(event: Event, link: HTMLAnchorElement): Promise<void> {
  event.preventDefault()
  if (keptAmong(await keptPaths(), link.pathname) === null) await untilReached()
  location.assign(link.href)
}

/**
 * GEN-8: the worker could not reach the server although the browser was online, and asks whether the page being left is still open. If it
 * is, a navigation is retried. A post may have arrived, so the page says so, and only the visitor sends it again.
 */
function answerWorker({ data, ports: [port] }: MessageEvent<Unreached>): void {
  const left = tries < MAX_TRIES ? leaving : null
  port?.postMessage(left !== null)
  if (!left) return
  leaving = null
  tries += 1
  dispatchEvent(new Event(KEPT_EVENT))
  dispatchEvent(new CustomEvent('guichet:loading', { detail: false }))
  if (data.isPost) {
    void untilReached()
    const message = document.querySelector<HTMLElement>('[data-toasts]')?.dataset.cut ?? ''
    dispatchEvent(new CustomEvent<ToastEvent>('guichet:toast', { detail: { kind: 'error', message, seconds: SAID_SECONDS } }))
  } else {
    // The post was answered; only the page after it failed to load.
    const goOn = left.isPost ? () => goTo(data.unreached) : left.press
    setTimeout(() => void untilReached().then(goOn), PAUSE_MS)
  }
}

register()
watchPresses()
navigator.serviceWorker.addEventListener('message', answerWorker)
navigator.serviceWorker.startMessages()
