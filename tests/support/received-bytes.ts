import type { Page } from '@playwright/test'

export type Received = { bytes: number; requests: number; isReactThere: boolean }

/** Larger than all other files together: only React exceeds it. */
const REACT_BYTES = 40_000

/** Counts compressed bodies; bytes before a body are headers. Reading resets the count. */
export async function countReceived(page: Page, { isCacheOff = true } = {}): Promise<() => Received> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: isCacheOff })
  const bodies = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.url.startsWith('data:')) bodies.set(requestId, -response.encodedDataLength)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const before = bodies.get(requestId)
    if (before !== undefined) bodies.set(requestId, before + encodedDataLength)
  })
  return () => {
    // Cached files were transferred before.
    const sizes = [...bodies.values()].map((size) => Math.max(0, size))
    bodies.clear()
    return {
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      requests: sizes.length,
      isReactThere: sizes.some((size) => size > REACT_BYTES),
    }
  }
}
