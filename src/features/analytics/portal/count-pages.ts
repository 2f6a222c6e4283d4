import { readFrame } from '#portal/islands/read-frame.ts'
import { recordEvents } from '../contract.ts'
import { analyticsPageName } from '../rules.ts'

const BATCH_SECONDS = 10
let waiting: { page: string; action: 'view' }[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * API-7: one count for every page view, also for a page restored from the browser's cache; the server counts actions. Views are batched and
 * flushed when the page goes away; losing one does no harm.
 */
export function countPages(): void {
  document.addEventListener('visibilitychange', () => document.hidden && send())
  addEventListener('pageshow', () => {
    waiting.push({ page: analyticsPageName(location.pathname, String(readFrame().callHeaders['x-operator-code'])), action: 'view' })
    timer ??= setTimeout(send, BATCH_SECONDS * 1000)
  })
}

function send(): void {
  clearTimeout(timer)
  timer = undefined
  if (waiting.length === 0) return
  const body = JSON.stringify({ events: waiting })
  waiting = []
  void fetch(recordEvents.url, { method: recordEvents.method, keepalive: true, headers: readFrame().callHeaders, body }).catch(() => {})
}
