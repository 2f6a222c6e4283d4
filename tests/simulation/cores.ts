import { ATTEMPT_MOVES } from '#features/payment/engine/attempt-states.ts'
import { createOrderChanger } from '#features/payment/engine/change-order.ts'
import { createPaymentEngine } from '#features/payment/engine/payment-engine.ts'
import { excessOf, publicStatus } from '#features/payment/engine/public-status.ts'
import { createWorkSweeper } from '#features/payment/engine/sweep-work.ts'
import { createDatabaseClock } from '#server/database-clock.ts'
import type { Core } from './world.ts'

export const realCore: Core = {
  ATTEMPT_MOVES,
  createDatabaseClock,
  createOrderChanger,
  createPaymentEngine,
  createWorkSweeper,
  excessOf,
  publicStatus,
}
