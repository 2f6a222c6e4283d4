import { OutboundTrouble } from './outbound-trouble.ts'
import { whileWaitingOutside } from './outside-wait.ts'

export type PlaceLimits = {
  atOnce: number
  waiting: number
  /** Nobody stands in line for longer. */
  waitMs: number
}

/** So many at once, so many in line; whoever finds both taken is told at once, and whoever waits too long then. Nothing of theirs was sent. */
export type Places = {
  take<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value>
  areTaken(): boolean
}

type Waiting = { letIn(): void }

export function openPlaces({ atOnce, waiting: mostWaiting, waitMs }: PlaceLimits): Places {
  let taken = 0
  const line: Waiting[] = []

  /** The place goes from hand to hand: nobody who comes meanwhile gets it before those who wait. */
  function leave(): void {
    const next = line.shift()
    if (next) next.letIn()
    else taken -= 1
  }

  function standInLine(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { letIn: () => end(resolve) }
      const giveUp = (why: 'busy' | 'cancelled') => () => {
        line.splice(line.indexOf(waiting), 1)
        end(() => reject(new OutboundTrouble(why, { mayHaveArrived: false })))
      }
      const timer = setTimeout(giveUp('busy'), waitMs)
      const leaveEarly = giveUp('cancelled')
      function end(settle: () => void): void {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leaveEarly)
        settle()
      }
      signal?.addEventListener('abort', leaveEarly)
      line.push(waiting)
    })
  }

  return {
    take: (work, signal) =>
      whileWaitingOutside(async () => {
        if (signal?.aborted) throw new OutboundTrouble('cancelled', { mayHaveArrived: false })
        if (taken < atOnce) taken += 1
        else if (line.length < mostWaiting) await standInLine(signal)
        else throw new OutboundTrouble('busy', { mayHaveArrived: false })
        try {
          return await work()
        } finally {
          leave()
        }
      }),
    areTaken: () => taken >= atOnce && line.length >= mostWaiting,
  }
}
