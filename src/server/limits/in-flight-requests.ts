import type { UpstreamWaitObserver } from '#outbound/upstream-wait.ts'

/** The portal's own load: requests that arrived completely, are not answered yet, and do not wait for an upstream. */
export type Busy = {
  /** Requests that have not waited for an upstream so far. */
  fresh: number
  /** Requests that resumed after an upstream answered, often many at once after it was slow. */
  back: number
}

/** One request while it is processed. */
export type Work = UpstreamWaitObserver & {
  /** The response is ready: sending it to a slow phone is no work. */
  end(): void
}

export type WorkInFlight = { busy(): Busy; begin(): Work }

export function countWork(): WorkInFlight {
  const counts: Busy = { fresh: 0, back: 0 }
  return {
    busy: () => ({ ...counts }),
    begin() {
      let place: keyof Busy = 'fresh'
      let waits = 0
      let isOver = false
      counts[place] += 1
      return {
        waitOutside() {
          waits += 1
          if (waits === 1 && !isOver) counts[place] -= 1
        },
        comeBack() {
          waits -= 1
          if (waits > 0 || isOver) return
          place = 'back'
          counts[place] += 1
        },
        end() {
          if (isOver) return
          isOver = true
          if (waits === 0) counts[place] -= 1
        },
      }
    },
  }
}
