import type { ConsoleDeps, StaffWork } from '#console/console-deps.ts'
import { createAuditChain } from '#console/audit-chain.ts'
import { readSentMessages, writeMessages } from '#features/payment/server/delivery/sent-messages.ts'
import type { PostgresPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import { createFieldCipher } from '#server/security/field-cipher.ts'
import type { PortalCore, Upstreams } from './portal-core.ts'

type Features = { store: PostgresPaymentStore; content: SiteContent }

/** What the console's pages and acts use of the portal's features. */
export function consoleDeps(core: PortalCore, { health }: Upstreams, { store, content }: Features): ConsoleDeps {
  const { db, clock, secret, secretBefore, connectors } = core
  return {
    db,
    clock,
    auditChain: createAuditChain({ db, clock }),
    cipher: createFieldCipher({ secret, secretBefore }),
    payments: {
      store,
      readVisitorPage: async () => null,
      readMessages: (orderId) => readSentMessages({ store, content }, orderId),
      async previewMessage(kept, message) {
        const [written] = await writeMessages(content, kept, [message])
        return written ?? null
      },
    },
    get staff(): StaffWork {
      throw new Error('the desk of staff is not composed')
    },
    health: () => ({
      connectors: [...connectors].map(([connector, { circuit }]) => ({ connector, state: circuit() })),
      systems: Object.entries(health?.() ?? {}).map(([system, state]) => ({ system, state })),
    }),
  }
}
