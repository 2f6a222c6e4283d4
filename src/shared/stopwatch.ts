export type Stopwatch = { hasPassed(milliseconds: number): boolean }

/**
 * Measures from now on by two clocks: the one that is passed in, which can be set, and the machine's monotonic clock, which cannot. A clock
 * that jumps or stands still may end a wait early and never makes one last longer.
 */
export function startStopwatch(now: () => Date): Stopwatch {
  const began = now().getTime()
  const counted = performance.now()
  return {
    hasPassed(milliseconds) {
      const shown = now().getTime() - began
      return shown < 0 || shown >= milliseconds || performance.now() - counted >= milliseconds
    },
  }
}
