import type { Page, Request } from '@playwright/test'

/** Longer than the encryption of a value between two requests takes. */
const IDLE_MS = 400
const MAX_WAITED_MS = 5000

/** Reports whether every request since the call was answered and no new one began. */
export function watchNetworkIdle(page: Page): () => () => boolean {
  const open = new Set<Request>()
  let changedMs = 0
  const close = (request: Request) => {
    open.delete(request)
    changedMs = performance.now()
  }
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  return () => {
    const beganMs = performance.now()
    changedMs = beganMs
    open.clear()
    return () => {
      const nowMs = performance.now()
      return (open.size === 0 && nowMs - changedMs > IDLE_MS) || nowMs - beganMs > MAX_WAITED_MS
    }
  }
}
