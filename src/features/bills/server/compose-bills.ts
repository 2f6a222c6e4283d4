import type { OperatorLines } from '#features/line/server/operator-lines.ts'
import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { ProductConfig } from '#features/site-content/server/product-config.ts'
import type { Visits } from '#features/visit/server/visits.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import { billCalls } from './bills.calls.ts'
import { createBillLookups } from './look-up-bills.ts'
import type { OperatorBills } from './operator-bills.ts'
import { readDebt } from './read-debt.ts'

type Deps = {
  operator: OperatorBills & OperatorLines
  db: Database
  rateLimiter: RateLimiter
  clock: Clock
  config: ProductConfig
  codes: OneTimeCodes
  visits: Visits
}

export function composeBills({ operator, db, rateLimiter, clock, config, codes, visits }: Deps) {
  const bills = createBillLookups({ operator, db, rateLimiter, clock, config })
  const roundsUp = async () => (await config.read()).beta.amountToHigherValueFeature
  return {
    bills,
    /** I18: the current state of an invoice, or of all that an account owes. */
    readDebt: (of: { accountNo: string; invoiceNo: string | null }) => readDebt({ operator, roundsUp }, of),
    calls: billCalls({ bills, codes, visits, clock }),
  }
}
