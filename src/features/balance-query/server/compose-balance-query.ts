import type { OperatorLines } from '#features/line/server/operator-lines.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Clock } from '#server/clock.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import { balanceQueryCalls } from './balance-query.calls.ts'
import { type BundleNames, createBalanceQueries } from './read-balances.ts'
import { createRunningBundles } from './running-bundles.ts'

type Deps = {
  operator: OperatorLines
  codes: OneTimeCodes
  rateLimiter: RateLimiter
  clock: Clock
  content: SiteContent
  names: BundleNames
}

export function composeBalanceQuery(deps: Deps) {
  const balances = createBalanceQueries(deps)
  return { balances, running: createRunningBundles(deps), calls: balanceQueryCalls(balances) }
}
