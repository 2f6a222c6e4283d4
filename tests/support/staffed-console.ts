import type { ConsoleDeps } from '../../src/console/console-deps.ts'
import { newPaymentIds } from '#features/payment/server/orders/new-order.ts'
import { createPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import { hasRefundCall } from '#features/staff-acts/payment-acts.ts'
import { createDataWork } from '#features/staff-acts/server/data-work.ts'
import { createDeskStore, listOpenProposals } from '#features/staff-acts/server/desk-store.ts'
import { createStaffNotes } from '#features/staff-acts/server/staff-notes.ts'
import { createStaffDesk } from '#features/staff-acts/staff-desk.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { createFieldCipher } from '#server/security/field-cipher.ts'
import { CONSOLE_SECRET, consoleWorld, type ConsoleWorld } from './console-world.ts'

/** The console with its payments and staff acts over a real database; without visitors' pages and SMS. */
export async function staffedConsole(): Promise<ConsoleWorld> {
  let db: Database | null = null
  const opened = () => {
    if (!db) throw new Error('not open yet')
    return db
  }
  const deps = {
    get payments() {
      return paymentsOf(opened())
    },
    get staff() {
      return staffOf(opened())
    },
  }
  const world = await consoleWorld({ deps })
  db = world.db
  return world
}

function paymentsOf(db: Database): ConsoleDeps['payments'] {
  const store = createPaymentStore({ db, clock: systemClock, onChange: () => {} })
  return { store, readVisitorPage: async () => null, readMessages: async () => [], previewMessage: async () => null }
}

function staffOf(db: Database): ConsoleDeps['staff'] {
  return {
    desk: createStaffDesk({
      store: createDeskStore({ db, clock: systemClock }),
      now: () => systemClock.now(),
      ids: newPaymentIds,
      refundCalls: hasRefundCall,
    }),
    data: createDataWork({ db, clock: systemClock, cipher: createFieldCipher({ secret: CONSOLE_SECRET, secretBefore: null }) }),
    openProposal: async (orderId, now) => (await listOpenProposals(db, { now, orderId }))[0] ?? null,
    openProposals: (now) => listOpenProposals(db, { now }),
    ...createStaffNotes({ db, clock: systemClock }),
  }
}
