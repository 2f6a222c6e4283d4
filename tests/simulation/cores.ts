import { ATTEMPT_MOVES } from '#features/payment/engine/attempt-states.ts'
import { createOrderChanger } from '#features/payment/engine/change-order.ts'
import { isUnasked, mayRing, promisesSms } from '#features/payment/engine/messages.ts'
import { createPaymentEngine } from '#features/payment/engine/payment-engine.ts'
import { ReceiptUsed, SubjectTaken } from '#features/payment/engine/payment-ports.ts'
import { excessOf, publicStatus } from '#features/payment/engine/public-status.ts'
import { createPaymentWorker } from '#features/payment/engine/payment-worker.ts'
import { createDatabaseClock } from '#server/database-clock.ts'
import type { Core } from './world.ts'

export const realCore: Core = {
  ATTEMPT_MOVES,
  createDatabaseClock,
  createOrderChanger,
  createPaymentEngine,
  createPaymentWorker,
  excessOf,
  isUnasked,
  mayRing,
  promisesSms,
  publicStatus,
  ReceiptUsed,
  SubjectTaken,
}
