import { singleFlight } from './single-flight.ts'
import { startStopwatch, type Stopwatch } from './stopwatch.ts'

export type Freshness = {
  now: () => Date
  /** How long what was read last, well or not, is lived with. */
  freshForMs: () => number
  refresh: () => Promise<void>
}

/**
 * Reads something again when its time is over, once for all who ask at that moment. A read that fails is told to those who waited for it and
 * not repeated at once for everybody after them: whoever has a copy goes on with it.
 */
export function keptFresh({ now, freshForMs, refresh }: Freshness): () => Promise<void> {
  let sinceRead: Stopwatch | null = null
  const read = singleFlight(async () => {
    try {
      await refresh()
    } finally {
      sinceRead = startStopwatch(now)
    }
  })
  return async function refreshWhenDue() {
    if (!sinceRead || sinceRead.hasPassed(freshForMs())) await read()
  }
}
