export type ConcurrencyLimits = {
  maxConcurrent: number
  /** Unset: the queue is unbounded. */
  maxQueued?: number
  /** Unset: queued work waits until its turn comes. */
  queueTimeoutMs?: number
}

/** The work was not started: the queue was full, its turn came too late, or its caller left. */
export class NotStarted extends Error {
  readonly why: 'busy' | 'cancelled'

  constructor(why: 'busy' | 'cancelled') {
    super(`not started: ${why}`)
    this.name = 'NotStarted'
    this.why = why
  }
}

export type ConcurrencyLimiter = {
  /** Runs work in the order of calls; rejects with `NotStarted`, or with what the work rejects with. */
  run<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value>
  isFull(): boolean
}

export function createConcurrencyLimiter({ maxConcurrent, maxQueued = Infinity, queueTimeoutMs }: ConcurrencyLimits): ConcurrencyLimiter {
  let active = 0
  const queue: (() => void)[] = []

  /** A place passes straight to the next in the queue: new calls do not overtake it. */
  function release(): void {
    const next = queue.shift()
    if (next) next()
    else active -= 1
  }

  async function waitForTurn(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = (why: NotStarted['why']) => {
      const position = queue.indexOf(resolve)
      if (position === -1) return
      queue.splice(position, 1)
      reject(new NotStarted(why))
    }
    const leave = () => giveUp('cancelled')
    const timer = queueTimeoutMs === undefined ? undefined : setTimeout(giveUp, queueTimeoutMs, 'busy')
    signal?.addEventListener('abort', leave)
    queue.push(resolve)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    }
  }

  return {
    async run(work, signal) {
      if (signal?.aborted) throw new NotStarted('cancelled')
      if (active < maxConcurrent) active += 1
      else if (queue.length < maxQueued) await waitForTurn(signal)
      else throw new NotStarted('busy')
      try {
        return await work()
      } finally {
        release()
      }
    },
    isFull: () => active >= maxConcurrent && queue.length >= maxQueued,
  }
}
