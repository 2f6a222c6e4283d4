import type { ClaimDesk } from '#features/find-payment/server/claim-desk.ts'
import type { AnnouncementDesk } from '#features/announcements/server/announcement-desk.ts'
import type { Announcement } from '#features/announcements/server/announcement.store.ts'
import type { Announcements } from '#features/announcements/server/announcements.ts'
import type { OrderExtras, PostgresPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import type { PaymentState } from '#features/payment/engine/records.ts'
import type { SentMessage } from '#features/payment/server/delivery/sent-messages.ts'
import type { DeskResult, Proposal } from '#features/staff-acts/desk-ports.ts'
import type { DataWork } from '#features/staff-acts/server/data-work.ts'
import type { StaffDesk } from '#features/staff-acts/staff-desk.ts'
import type { Closures, LastAnswers } from '#features/switches/server/closure.store.ts'
import type { SwitchDesk } from '#features/switches/server/switch-desk.ts'
import type { TextDesk } from '#features/text-editing/server/text-desk.ts'
import type { Message } from '#features/payment/engine/messages.ts'
import type { CircuitState } from '#outbound/circuit-breaker.ts'
import type { SystemState } from '#outbound/system-guard.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { FieldCipher } from '#server/security/field-cipher.ts'
import type { ConnectorId } from '#shared/connector-table.ts'
import type { Staff } from '#shared/staff-role.ts'
import type { AuditChain } from './audit-chain.ts'
import type { ConsoleLanguage } from './console-language.ts'

/** What pages and acts of the console use of the portal; `src/composition/console-parts.ts` fills it in. */
export type ConsoleDeps = {
  db: Database
  clock: Clock
  auditChain: AuditChain
  /** Of search terms that are in addresses. */
  cipher: FieldCipher
  payments: ConsolePayments
  staff: StaffWork
  announcements: AnnouncementWork
  switches: SwitchWork
  claims: ClaimDesk
  texts: TextDesk
  /** The recent health of upstreams on this replica; no call is made to find out. */
  health: () => UpstreamHealth
}

export type ConsolePayments = {
  store: Pick<PostgresPaymentStore, 'readWithExtras'>
  /** What a visitor with the link of a payment reads now, with the address of that page. */
  readVisitorPage(orderId: string, language: ConsoleLanguage): Promise<VisitorPage | null>
  /** The SMS that a payment has caused, as they are written. */
  readMessages(orderId: string): Promise<SentMessage[]>
  /** One that an act would cause. */
  previewMessage(kept: { state: PaymentState; extras: OrderExtras }, message: Message): Promise<SentMessage | null>
}

/** CON-8: what visitors are told about an outage. */
type AnnouncementWork = Pick<Announcements, 'wordsOf'> & {
  desk: AnnouncementDesk
  /** Read now, not from a cache; the newest first. */
  open(now: Date): Promise<Announcement[]>
  latest(most: number): Promise<Announcement[]>
}

/** CON-8: ways to pay that staff close for a time. */
type SwitchWork = {
  desk: SwitchDesk
  /** The providers that customers may pay with here, closed or not. */
  offered: readonly ConnectorId[]
  /** Read now, not from a cache. */
  closures(): Promise<Closures>
  lastAnswers(now: Date): Promise<LastAnswers>
  limits(): Promise<SwitchLimits>
  /** What a visitor reads at a way that does not work. */
  visitorTexts(language: ConsoleLanguage): Promise<VisitorTexts>
}

export type VisitorTexts = { closedUntil: string; unavailable: string }

export type SwitchLimits = {
  amounts: { preMinAmnt: number; preMaxAmnt: number; postMinAmnt: number; postMaxAmnt: number }
  codesPerMinute: number
  pushesPerMinute: number
  /** Null without USSD. */
  ussd: { airtimePerNumber: number; airtimeInAll: number } | null
}

type Asking = { staff: Staff; /** The idempotency key of the form. */ key: string }

/** What staff do, propose, note and take care of. */
export type StaffWork = {
  desk: StaffDesk
  data: DataWork
  openProposal(orderId: string, now: Date): Promise<Proposal | null>
  /** The oldest first. */
  openProposals(now: Date): Promise<Proposal[]>
  /** The newest first. */
  notes(orderId: string): Promise<StaffNote[]>
  assignees(orderIds: readonly string[]): Promise<ReadonlyMap<string, Assignee>>
  /** Who can be given a payment. */
  people(): Promise<Assignee[]>
  addNote(asked: Asking & { reference: string; note: string }): Promise<DeskResult>
  /** `to`: the id of a person; null sets them free. */
  assign(asked: Asking & { references: readonly string[]; to: string | null }): Promise<DeskResult>
}

export type StaffNote = { by: string; at: Date; text: string }
export type Assignee = { id: string; name: string }

export type VisitorPage = { title: string; sentence: string; href: string }

export type UpstreamHealth = {
  connectors: readonly { connector: ConnectorId; state: CircuitState }[]
  /** By the name of the operator's system. */
  systems: readonly { system: string; state: SystemState }[]
}
