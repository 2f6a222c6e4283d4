import type { Clock } from '#server/clock.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import { createLineChecks } from './check-line.ts'
import { lineCalls } from './line.calls.ts'
import type { OperatorLines } from './operator-lines.ts'

type Deps = {
  operator: OperatorLines
  rateLimiter: RateLimiter
  clock: Clock
  config: { read(): Promise<{ postpaidHybridCheck: boolean }> }
}

export function composeLine({ operator, rateLimiter, clock, config }: Deps) {
  const lines = createLineChecks({ operator, rateLimiter, clock, isHybridOn: async () => (await config.read()).postpaidHybridCheck })
  return { lines, calls: lineCalls(lines) }
}
