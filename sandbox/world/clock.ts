import type { Store } from './journal-store.ts'

/** The time of the simulated world: real time plus an offset that only grows. Everything below sandbox/ uses this clock. */
export type Clock = {
  now(): number
  iso(): string
  /** Moves the clock forward; never back. */
  moveTo(time: number): void
  /** Waits by this clock: moving it forward ends the wait. */
  wait(milliseconds: number): Promise<void>
  /** Ends every wait, so that the program can stop. */
  stop(): void
}

const MAX_TIMER_MS = 60_000

export function createClock({ store, realNow }: { store: Store; realNow: () => number }): Clock {
  const settings = store.collection<{ milliseconds: number }>('clock')
  const wakers = new Set<() => void>()
  const stopping = new AbortController()

  const now = () => realNow() + (settings.get('offset')?.milliseconds ?? 0)

  function moveTo(time: number): void {
    if (time <= now()) return
    settings.put('offset', { milliseconds: time - realNow() })
    for (const wake of wakers) wake()
  }

  async function wait(milliseconds: number): Promise<void> {
    const until = now() + milliseconds
    while (!stopping.signal.aborted && now() < until) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          wakers.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, Math.min(until - now(), MAX_TIMER_MS)).unref()
        wakers.add(wake)
      })
    }
  }

  function stop(): void {
    stopping.abort()
    for (const wake of wakers) wake()
  }

  return { now, iso: () => new Date(now()).toISOString(), moveTo, wait, stop }
}
