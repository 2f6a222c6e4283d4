import { REACH_EVENT, type ReachEvent } from '../network/until-reached.ts'

const PROBE = '/healthz'
const TRY_EVERY_MS = 2_500
const GIVE_UP_MS = 8_000
/** How long after a response the server counts as reachable. */
const FRESH_MS = 5_000
type Waiting = (wasAway: boolean) => void

const waiting: Waiting[] = []
let isAway = false
/** The load of the page itself counts as a response. */
let reachedAtMs = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** GEN-8: shows when the network is gone, and resumes waiting calls when the server can be reached again. */
export function watchNetwork(): void {
  addEventListener('online', () => {
    show()
    if (waiting.length > 0) tryNow()
  })
  addEventListener('offline', show)
  addEventListener(REACH_EVENT, (event) => {
    event.preventDefault()
    const { detail } = event as ReachEvent
    void untilReached().then(detail)
  })
  show()
}

export function isFresh(): boolean {
  return navigator.onLine && performance.now() - reachedAtMs < FRESH_MS
}

/**
 * Resolves when the server has just answered, with whether that took a wait. Only calls of the visitor wait: an idle page sends nothing.
 */
export function untilReached(): Promise<boolean> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) tryNow()
  })
}

function tryNow(): void {
  clearTimeout(timer)
  // A missing response may be slow: the next probe runs in parallel, and the first response counts.
  timer = setTimeout(() => {
    miss()
    tryNow()
  }, TRY_EVERY_MS)
  // Younger than some phones we serve: those give up when the browser does.
  const signal = AbortSignal.timeout?.(GIVE_UP_MS)
  fetch(PROBE, { method: 'HEAD', cache: 'no-store', signal }).then(({ status }) => (isAnswer(status) ? reach() : miss()), miss)
}

/** A proxy responds 502 or 504 when the portal is down. */
function isAnswer(status: number): boolean {
  return status < 502 || status === 503
}

function miss(): void {
  // A probe aborted after another one succeeded is ignored.
  if (waiting.length === 0) return
  isAway = true
  show()
}

function reach(): void {
  clearTimeout(timer)
  reachedAtMs = performance.now()
  const wasAway = isAway
  isAway = false
  show()
  for (const go of waiting.splice(0)) go(wasAway)
}

function show(): void {
  const isGone = isAway || !navigator.onLine
  document.documentElement.toggleAttribute('data-away', isGone)
  const strip = document.querySelector('[data-offline]')
  // A dialog covers the strip, so it gets its own.
  for (const dialog of isGone ? document.querySelectorAll('dialog[open]') : [])
    if (strip && !dialog.querySelector('[data-offline]')) dialog.prepend(strip.cloneNode(true))
}
