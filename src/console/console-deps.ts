import type { PostgresPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import type { SentMessage } from '#features/payment/server/delivery/sent-messages.ts'
import type { CircuitState } from '#outbound/circuit-breaker.ts'
import type { SystemState } from '#outbound/system-guard.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { FieldCipher } from '#server/security/field-cipher.ts'
import type { ConnectorId } from '#shared/connector-table.ts'
import type { ConsoleLanguage } from './console-language.ts'

/** What pages and acts of the console use of the portal; `src/composition/console-app.ts` fills it in. */
export type ConsoleDeps = {
  db: Database
  clock: Clock
  /** Of search terms that are in addresses. */
  cipher: FieldCipher
  payments: ConsolePayments
  /** The recent health of upstreams on this replica; no call is made to find out. */
  health: () => UpstreamHealth
}

export type ConsolePayments = {
  store: Pick<PostgresPaymentStore, 'readWithExtras'>
  /** What a visitor with the link of a payment reads now, with the address of that page. */
  readVisitorPage(orderId: string, language: ConsoleLanguage): Promise<VisitorPage | null>
  /** The SMS that a payment has caused, as they are written. */
  readMessages(orderId: string): Promise<SentMessage[]>
}

export type VisitorPage = { title: string; sentence: string; href: string }

export type UpstreamHealth = {
  connectors: readonly { connector: ConnectorId; state: CircuitState }[]
  /** By the name of the operator's system. */
  systems: readonly { system: string; state: SystemState }[]
}
