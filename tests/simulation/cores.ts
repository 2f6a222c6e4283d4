import { ATTEMPT_MOVES } from '#features/payment/engine/attempt-states.ts'
import { createOrderChanger } from '#features/payment/engine/change-order.ts'
import { isUnasked, mayRing, promisesSms } from '#features/payment/engine/messages.ts'
import { createPaymentEngine } from '#features/payment/engine/payment-engine.ts'
import { ReceiptUsed, SubjectTaken } from '#features/payment/engine/payment-ports.ts'
import { excessOf, publicStatus } from '#features/payment/engine/public-status.ts'
import { createPaymentWorker } from '#features/payment/engine/payment-worker.ts'
import { createDatabaseClock } from '#server/database-clock.ts'
import { offersOf } from '#features/staff-acts/offers.ts'
import { stateMark } from '#features/staff-acts/payment-acts.ts'
import { createStaffDesk } from '#features/staff-acts/staff-desk.ts'
import type { Core } from './world.ts'

export const realCore: Core = {
  ATTEMPT_MOVES,
  createDatabaseClock,
  createOrderChanger,
  createPaymentEngine,
  createPaymentWorker,
  createStaffDesk,
  excessOf,
  isUnasked,
  mayRing,
  offersOf,
  promisesSms,
  publicStatus,
  ReceiptUsed,
  stateMark,
  SubjectTaken,
}
