import { goTo } from '../browser/go-to.ts'
import type { ToastEvent } from '../shell/show-toasts.ts'
import { untilReached } from '../network/until-reached.ts'
import { KEEPABLE, KEPT_EVENT, SERVICE_WORKER, type Unreached } from './offline-addresses.ts'
import { keptAmong, keptPaths } from './kept-paths.ts'

type PolicyFactory = { createPolicy(name: string, rules: object): { createScriptURL(address: string): string } }
/** What was let go of, and may be pressed again. */
type Leaving = { isPost: boolean; press: () => void }

const PAUSE_MS = 1_000
const MOST_TRIES = 5
const SAID_SECONDS = 10

let leaving: Leaving | null = null
let tries = 0

/** The worker that keeps our offline page. It is asked after at most every ten minutes, by the age that its answer has. */
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
  // Before those that lead the browser themselves.
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

/** OFF-1: without a network the shell lets a link wait; one to a page that this phone keeps need not. */
async function openKept(event: Event, link: HTMLAnchorElement): Promise<void> {
  event.preventDefault()
  if (keptAmong(await keptPaths(), link.pathname) === null) await untilReached()
  location.assign(link.href)
}

/**
 * GEN-8: the worker could not reach the server where the browser believed in its network, and asks whether the page that was being left is still
 * here. It is: a page that was asked for is asked for again. What was posted may have arrived, so that is said, and nobody sends it again
 * but the visitor.
 */
function answerWorker({ data, ports: [port] }: MessageEvent<Unreached>): void {
  const left = tries < MOST_TRIES ? leaving : null
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
    // After a post that was answered it is only the next page that did not come.
    const goOn = left.isPost ? () => goTo(data.unreached) : left.press
    setTimeout(() => void untilReached().then(goOn), PAUSE_MS)
  }
}

register()
watchPresses()
navigator.serviceWorker.addEventListener('message', answerWorker)
navigator.serviceWorker.startMessages()
