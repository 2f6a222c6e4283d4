import { setTimeout as pause } from 'node:timers/promises'
import type { MetricOf } from './metric-table.ts'

export type Figure = { name: MetricOf<'gauge'>; labels?: Readonly<Record<string, string>>; value: number }

/** Figures that cost a question to the database. */
export type SampledPart = {
  part: string
  /** Asked again at the earliest after so many seconds, however often somebody collects. */
  everySeconds: number
  read: () => Promise<Figure[]>
}

export type Sampler = {
  add(part: SampledPart): void
  /** Has read again what is old, and waits for it no longer than this: what comes later is told the next time. */
  refresh(patienceMs: number): Promise<void>
  figures(): Figure[]
  /** How old the figures of each part are; of one that was never read, since when it is waited for. */
  ages(): { part: string; seconds: number }[]
}

type Watched = SampledPart & { figures: Figure[]; readAtMs: number; isFresh: boolean; reading: Promise<void> | null }

/** `steadyMs` runs steadily from any beginning: a clock that is set makes nothing older or younger. */
export function openSampler({ steadyMs, onFailure }: { steadyMs: () => number; onFailure: (part: string) => void }): Sampler {
  const parts: Watched[] = []

  async function readAgain(watched: Watched): Promise<void> {
    const beganMs = steadyMs()
    try {
      watched.figures = (await watched.read()).filter(({ value }) => Number.isFinite(value))
      // From when it was asked: what happened while the answer was made may not be in it.
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
    add: (part) => void parts.push({ ...part, figures: [], readAtMs: steadyMs(), isFresh: false, reading: null }),
    async refresh(patienceMs) {
      for (const watched of parts) if (isDue(watched)) watched.reading ??= readAgain(watched)
      const readings = parts.map(({ reading }) => reading).filter((reading) => reading !== null)
      if (readings.length === 0) return
      const tired = new AbortController()
      await Promise.race([Promise.all(readings), pause(patienceMs, undefined, { signal: tired.signal }).catch(() => {})])
      tired.abort()
    },
    figures: () => parts.flatMap(({ figures }) => figures),
    ages: () => parts.map(({ part, readAtMs }) => ({ part, seconds: (steadyMs() - readAtMs) / 1000 })),
  }
}
