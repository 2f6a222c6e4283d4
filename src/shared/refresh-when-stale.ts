import { singleFlight } from './single-flight.ts'
import { startStopwatch, type Stopwatch } from './stopwatch.ts'

export type Freshness = {
  now: () => Date
  /** How long the last result, good or bad, is used. */
  freshForMs: () => number
  refresh: () => Promise<void>
}

/**
 * Reads a stale value again, once for all simultaneous readers. A value is as old as its question: an answer that was long on its way, as to
 * a process that stood still, is stale when it arrives. A failed read rejects for those who waited for it and is not repeated at once for
 * later readers: readers that have a cached copy use it.
 */
export function refreshWhenStale({ now, freshForMs, refresh }: Freshness): () => Promise<void> {
  let sinceRead: Stopwatch | null = null
  const read = singleFlight(async () => {
    const sinceAsked = startStopwatch(now)
    try {
      await refresh()
      sinceRead = sinceAsked
    } catch (error) {
      sinceRead = startStopwatch(now)
      throw error
    }
  })
  return async function refreshWhenDue() {
    if (!sinceRead || sinceRead.hasPassed(freshForMs())) await read()
  }
}
