import { during, newWork } from '#outbound/work-under-way.ts'

/** Work that comes round by itself. */
export type Timers = {
  /**
   * Begins soon after the start and again so many minutes after each end. Every replica runs it: what must happen in one place at a time
   * takes a lock in the database. A round that fails is reported, and the next one comes all the same (I13).
   */
  everyMinutes(minutes: number, work: () => Promise<void>): void
  /** Nothing begins any more; what is under way is waited for. */
  stop(): Promise<void>
}

/** Not at once: whoever comes first wants a page. */
const FIRST_ROUND_MS = 5_000

export function startTimers(onError: (error: unknown) => void): Timers {
  const pending = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let isStopped = false

  function after(milliseconds: number, happen: () => void): void {
    if (isStopped) return
    const timer = setTimeout(() => {
      pending.delete(timer)
      happen()
    }, milliseconds)
    pending.add(timer)
  }

  return {
    everyMinutes(minutes, work) {
      const round = () => {
        const done = during(newWork(), work)
          .catch(onError)
          .finally(() => {
            running.delete(done)
            after(minutes * 60_000, round)
          })
        running.add(done)
      }
      after(FIRST_ROUND_MS, round)
    },
    async stop() {
      isStopped = true
      for (const timer of pending) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
