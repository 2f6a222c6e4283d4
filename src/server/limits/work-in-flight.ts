import type { Waiter } from '#outbound/outside-wait.ts'

/** What the portal itself is busy with: requests that are complete, not answered yet, and not waiting for somebody outside. */
export type Busy = {
  /** Requests that have not waited outside so far. */
  fresh: number
  /** Requests that are back from outside. They come back as the outside system answers, many at once after it was slow. */
  back: number
}

/** One request while it is worked. */
export type Work = Waiter & {
  /** The answer is ready: sending it to a slow phone is no work. */
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
