import { runInContext, createRequestContext } from '#outbound/request-context.ts'

/** Scheduled jobs of this process. */
export type Timers = {
  /**
   * Starts soon after the process and again so many minutes after each end. Every replica runs it: a job that must run in one place at a
   * time takes a lock in the database. A failed round is reported, and the next one runs all the same (I13).
   */
  everyMinutes(minutes: number, work: () => Promise<void>): void
  /** Starts no further rounds and waits for the current ones. */
  stop(): Promise<void>
}

/** Delayed after start: the first visitors want pages. */
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
        const done = runInContext(createRequestContext(), work)
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
