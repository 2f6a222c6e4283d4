import type { OneTimeCodes } from '#features/one-time-code/server/one-time-codes.ts'
import type { SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import type { PaymentEngine } from '#features/payment/engine/payment-engine.ts'
import type { LimitedQueries } from '#features/payment/server/webhooks/limited-queries.ts'
import type { PostgresPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import type { BundleNames } from '#features/purchase/server/worded-purchase.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import { createFieldCipher } from '#server/security/field-cipher.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import { createClaims } from './claims.ts'
import { findPaymentCalls } from './find-payment.calls.ts'
import { createFoundPayments } from './found-payments.ts'

type Deps = {
  db: Database
  clock: Clock
  rateLimiter: RateLimiter
  content: SiteContent
  sms: SmsSender
  codes: OneTimeCodes
  names: BundleNames
  store: PostgresPaymentStore
  engine: PaymentEngine
  questions: LimitedQueries
  secret: string
  secretBefore: string | null
  log: { error(fields: object, message: string): void }
}

export function composeFindPayment({ log, secret, secretBefore, ...deps }: Deps) {
  const onError = (error: unknown) => log.error({ err: error, item: 'case' }, 'payment job failed')
  const claims = createClaims({ ...deps, cipher: createFieldCipher({ secret, secretBefore }), onError })
  return {
    calls: findPaymentCalls(createFoundPayments(deps), claims),
    /** FIND-3: sends pending SMS about cases. */
    sendCaseReplies: () => claims.tell(),
    /** An answer was stored: its SMS goes out now, or with the next round. */
    onAnswered: () => void claims.tell().catch(onError),
  }
}
