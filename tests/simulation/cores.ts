import { ATTEMPT_MOVES } from '#features/payment/engine/attempt-states.ts'
import { createOrderChanger } from '#features/payment/engine/change-order.ts'
import { createPaymentEngine } from '#features/payment/engine/payment-engine.ts'
import { publicStatus } from '#features/payment/engine/public-status.ts'
import type { Core } from './world.ts'

export const realCore: Core = { ATTEMPT_MOVES, createOrderChanger, createPaymentEngine, publicStatus }
