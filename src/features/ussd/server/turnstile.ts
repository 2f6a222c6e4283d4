/** So many at once; whoever cannot come in within a moment is told so, instead of waiting until the phone has given up. */
export type Turnstile = { enter(): Promise<boolean>; leave(): void }

export function openTurnstile({ most, waitMs }: { most: number; waitMs: number }): Turnstile {
  let inside = 0
  const waiting: ((mayEnter: boolean) => void)[] = []
  return {
    async enter() {
      if (inside < most) {
        inside += 1
        return true
      }
      const { promise, resolve } = Promise.withResolvers<boolean>()
      waiting.push(resolve)
      const timer = setTimeout(() => {
        const place = waiting.indexOf(resolve)
        if (place === -1) return
        waiting.splice(place, 1)
        resolve(false)
      }, waitMs)
      return promise.finally(() => clearTimeout(timer))
    },
    leave() {
      const next = waiting.shift()
      // Whoever goes in now takes the place of whoever leaves.
      if (next) next(true)
      else inside -= 1
    },
  }
}
