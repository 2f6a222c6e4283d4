import { plainIsland } from '#plain-island'
import { DEFAULT_LANGUAGE, isLanguage } from '#shared/language.ts'
import { showKeeping } from '#features/device-storage/portal/show-keeping.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { readTransaction } from '../contract.ts'
import { countDown } from './count-down.ts'
import { tellLastNews } from './last-news.ts'
import { readPageAgain } from './read-page-again.ts'
import { showTiles } from './show-tiles.ts'
import { stateMark } from './state-mark.ts'

/** STAT-1: five polls, one second apart, and again after each change; then slow polling for as long as the page is open. */
const QUICK_LOOKS = 5
const QUICK_MS = 1_000
const SLOW_MS = 10_000

/**
 * STAT-1, MM-2: polls the state of the payment and updates the page in place. GEN-8: offline the page stays as it is, and polling resumes
 * with the network.
 */
function hydrate(element: HTMLElement): void {
  const { lang } = document.documentElement
  const api = apiClient(isLanguage(lang) ? lang : DEFAULT_LANGUAGE, { readTransaction })
  const stateOf = (root: ParentNode) => root.querySelector<HTMLElement>('[data-transaction]')?.dataset ?? {}
  let shown = stateOf(element).mark
  let looks = 0
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | null = null

  async function look(): Promise<void> {
    if (isOver) return
    clearTimeout(timer)
    asking?.abort()
    const asked = new AbortController()
    asking = asked
    const answer = await api.readTransaction({ txnId: stateOf(element).transaction ?? '' }, { signal: asked.signal })
    // A newer request replaced this one.
    if (asking !== asked) return
    looks += 1
    if (answer?.status === 'success') {
      tellLastNews(element)
      if (stateMark(answer.result) !== shown) {
        await showAgain()
        // A change is often followed by another soon: paid, then delivered.
        looks = 0
      }
      const { isFinal, otherWaiting } = answer.result
      isOver = isFinal && otherWaiting === null && stateMark(answer.result) === shown
    }
    wait()
  }

  async function showAgain(): Promise<void> {
    const fresh = await readPageAgain()
    const { transaction, mark } = fresh ? stateOf(fresh) : {}
    if (!fresh || transaction !== stateOf(element).transaction) return
    shown = mark
    const wasDone = isDone(element)
    // Replaced part by part, to keep the focus and let screen readers announce the change.
    for (const part of element.querySelectorAll<HTMLElement>('[data-part]')) {
      const news = fresh.querySelector(`[data-part="${part.dataset.part}"]`)
      if (news) part.replaceChildren(...news.childNodes)
    }
    countDown(element)
    tellLastNews(element)
    showKeeping(element)
    showTiles(element)
    if (!wasDone && isDone(element)) celebrate()
  }

  function wait(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void look(), looks < QUICK_LOOKS ? QUICK_MS : SLOW_MS)
  }

  addEventListener('online', () => void look())
  // Returning from the phone's own menu triggers a poll at once.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void look()
  })
  element.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-look]')) void look()
  })
  countDown(element)
  tellLastNews(element)
  wait()
}

function isDone(root: ParentNode): boolean {
  return root.querySelector('[data-ticket=done]') !== null
}

const STAMP_MS = 60

/** The stamp is drawn by begun-ticket.module.css; a phone that moves, and was touched, feels it. */
function celebrate(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || !navigator.userActivation?.hasBeenActive) return
  navigator.vibrate?.(STAMP_MS)
}

export default plainIsland('status-watch', hydrate, { isEager: true })
