import { during, newWork } from '#outbound/work-under-way.ts'
import type { PaymentEngine } from '../engine/payment-engine.ts'

/** What comes due by itself has an id of its own in the log, whoever woke it; what a visitor waits for goes by the request. */
export function nameWork(engine: PaymentEngine): PaymentEngine {
  return {
    ...engine,
    work: (orderId, hasFailed) => during(newWork(), () => engine.work(orderId, hasFailed)),
    workNotice: (kept) => during(newWork(), () => engine.workNotice(kept)),
  }
}
