import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import type { ProductConfig } from '#features/site-content/server/product-config.ts'
import type { Visits } from '#features/visit/server/visits.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { PayableBills } from './choose-bill.ts'
import { createPurchaseChooser } from './choose-purchase.ts'
import { lineOfferCalls, type RunningBundles } from './line-offer.calls.ts'
import { purchaseCalls } from './purchase.calls.ts'

type Deps = {
  db: Database
  clock: Clock
  rateLimiter: RateLimiter
  lines: LineChecks
  catalogue: Catalogue
  bills: PayableBills
  config: ProductConfig
  running: RunningBundles
  visits: Visits
  sellsPostpaidBundles: boolean
}

export function composePurchase(deps: Deps) {
  const { db, clock, lines, catalogue, running, visits, sellsPostpaidBundles } = deps
  const chooser = createPurchaseChooser(deps)
  return {
    chooser,
    calls: [
      ...purchaseCalls({ chooser, names: catalogue, db, clock }),
      ...lineOfferCalls({ lines, catalogue, visits, running, sellsPostpaidBundles }),
    ],
  }
}
