import { recordEvents } from '../contract.ts'
import { analyticsPageName } from '../rules.ts'
import type { FrameValue } from '#portal/page/frame-context.ts'

type Event = { page: string; action: 'view' }

const BATCH_SECONDS = 10
let waiting: Event[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** API-7: counts a page view; the server counts actions. Views are batched and flushed when the page goes away; losing one does no harm. */
export function countUse(pathname: string, action: 'view'): void {
  waiting.push({ page: analyticsPageName(pathname), action })
  timer ??= setTimeout(send, BATCH_SECONDS * 1000)
}

function send(): void {
  clearTimeout(timer)
  timer = undefined
  if (waiting.length === 0) return
  const body = JSON.stringify({ events: waiting })
  waiting = []
  const { callHeaders } = JSON.parse(document.getElementById('frame')?.textContent ?? '{}') as FrameValue
  void fetch(recordEvents.url, {
    method: recordEvents.method,
    keepalive: true,
    headers: callHeaders,
    body,
  }).catch(() => {})
}

/** Called once by the frame. */
export function sendCountsOnLeave(): void {
  document.addEventListener('visibilitychange', () => document.hidden && send())
}
