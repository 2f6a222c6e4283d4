/** Calls back once after so long; the result cancels it. */
export type StartTimer = (milliseconds: number, happen: () => void) => () => void

export type WorkPool = {
  /** Resolves when the work ended or gave up its place; never rejects. What is being worked under the same name is not begun twice. */
  run(name: string, work: () => Promise<void>, hooks: { onNeverEnding: () => void }): Promise<void>
  busy(): number
}

/** So many are worked at once; the others wait for a place. */
const PLACES = 32
/** Whoever takes longer goes on without a place: others must not wait for it. Half of the thirty seconds that an item may be late (I13). */
const PLACE_MS = 10_000
/** Longer than the longest question to a provider takes, with all that follows it. */
const NEVER_ENDING_MS = 180_000

/** Works many items beside each other, so that none of them can hold up the rest. */
export function createWorkPool(startTimer: StartTimer): WorkPool {
  const underWay = new Set<string>()
  const waiting: (() => void)[] = []
  let taken = 0

  function leave(): void {
    taken -= 1
    waiting.shift()?.()
  }

  async function enter(): Promise<void> {
    if (taken >= PLACES) await new Promise<void>((resolve) => waiting.push(resolve))
    taken += 1
  }

  return {
    busy: () => underWay.size,
    async run(name, work, { onNeverEnding }) {
      if (underWay.has(name)) return
      underWay.add(name)
      await enter()
      const stopWatch = startTimer(NEVER_ENDING_MS, () => {
        // It may be tried again then, here too.
        underWay.delete(name)
        onNeverEnding()
      })
      const ended = work()
        .catch(() => {})
        .finally(() => {
          stopWatch()
          underWay.delete(name)
        })
      await new Promise<void>((resolve) => {
        const stopTimer = startTimer(PLACE_MS, resolve)
        void ended.then(() => {
          stopTimer()
          resolve()
        })
      })
      leave()
    },
  }
}
