import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { askAgain } from '../../engine/staff-acts.ts'
import { createPaymentStore } from '../orders/payment.store.ts'

type Place = { db: Database; clock: Clock }

/**
 * What a statement has as done and the ledger has not is asked about at once, as a person would ask: nothing moves before the provider
 * confirms. `by` stands in the ledger.
 */
export async function askAboutOrders({ db, clock }: Place, orderIds: Iterable<string>, by: string): Promise<void> {
  const store = createPaymentStore({ db, clock, onChange: () => {} })
  for (const orderId of new Set(orderIds))
    await store.change(orderId, (state) => {
      const verdict = askAgain(state, by, clock.now())
      return { ...('refused' in verdict ? { state, events: [] } : verdict), result: null }
    })
}
