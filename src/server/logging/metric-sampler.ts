import { setTimeout as pause } from 'node:timers/promises'
import type { MetricOf } from './metric-table.ts'

export type MetricSample = { name: MetricOf<'gauge'>; labels?: Readonly<Record<string, string>>; value: number }

/** Metrics that need a database query. */
export type SampledPart = {
  part: string
  /** Sampled at most once in so many seconds, however often metrics are scraped. */
  everySeconds: number
  read: () => Promise<MetricSample[]>
}

export type Sampler = {
  add(part: SampledPart): void
  /** Reads stale parts again, and waits no longer than this: later results appear in the next scrape. */
  refresh(maxWaitMs: number): Promise<void>
  samples(): MetricSample[]
  /** The age of each part's values; for a part that was never read, the time since the start. */
  ages(): { part: string; seconds: number }[]
}

type Watched = SampledPart & { samples: MetricSample[]; readAtMs: number; isFresh: boolean; reading: Promise<void> | null }

/** `steadyMs` is a monotonic clock: setting the wall clock does not change ages. */
export function createSampler({ steadyMs, onFailure }: { steadyMs: () => number; onFailure: (part: string) => void }): Sampler {
  const parts: Watched[] = []

  async function readAgain(watched: Watched): Promise<void> {
    const beganMs = steadyMs()
    try {
      watched.samples = (await watched.read()).filter(({ value }) => Number.isFinite(value))
      // From the start of the query: the result may miss what happened while it ran.
      watched.readAtMs = beganMs
      watched.isFresh = true
    } catch {
      onFailure(watched.part)
    } finally {
      watched.reading = null
    }
  }

  const isDue = ({ isFresh, readAtMs, everySeconds }: Watched) => !isFresh || steadyMs() - readAtMs >= everySeconds * 1000

  return {
    add: (part) => void parts.push({ ...part, samples: [], readAtMs: steadyMs(), isFresh: false, reading: null }),
    async refresh(maxWaitMs) {
      for (const watched of parts) if (isDue(watched)) watched.reading ??= readAgain(watched)
      const readings = parts.map(({ reading }) => reading).filter((reading) => reading !== null)
      if (readings.length === 0) return
      const tired = new AbortController()
      await Promise.race([Promise.all(readings), pause(maxWaitMs, undefined, { signal: tired.signal }).catch(() => {})])
      tired.abort()
    },
    samples: () => parts.flatMap(({ samples }) => samples),
    ages: () => parts.map(({ part, readAtMs }) => ({ part, seconds: (steadyMs() - readAtMs) / 1000 })),
  }
}
