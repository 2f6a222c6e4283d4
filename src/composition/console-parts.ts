import type { ConsoleDeps, StaffWork } from '#console/console-deps.ts'
import type { AnnouncementDesk } from '#features/announcements/server/announcement-desk.ts'
import { readLatest, readOpen } from '#features/announcements/server/announcement.store.ts'
import type { Announcements } from '#features/announcements/server/announcements.ts'
import { moneySentence } from '#features/payment/portal/status-words.ts'
import { checkedWords } from '#features/payment/portal/result-words.ts'
import type { TransactionDetails } from '#features/payment/contract.ts'
import { readSentMessages, writeMessages } from '#features/payment/server/delivery/sent-messages.ts'
import type { PostgresPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { createClaimDesk } from '#features/find-payment/server/claim-desk.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import { newPaymentIds } from '#features/payment/server/orders/new-order.ts'
import { hasRefundCall } from '#features/staff-acts/payment-acts.ts'
import { createDataWork } from '#features/staff-acts/server/data-work.ts'
import { actGuard } from '#features/staff-acts/server/act-guard.ts'
import { createDeskStore, listOpenProposals } from '#features/staff-acts/server/desk-store.ts'
import { collectStaffMetrics } from '#features/staff-acts/server/staff-metrics.ts'
import { createStaffNotes } from '#features/staff-acts/server/staff-notes.ts'
import { createStaffDesk } from '#features/staff-acts/staff-desk.ts'
import type { ProductConfig } from '#features/site-content/server/product-config.ts'
import { readClosures, readLastAnswers } from '#features/switches/server/closure.store.ts'
import type { SwitchDesk } from '#features/switches/server/switch-desk.ts'
import { createFieldCipher } from '#server/security/field-cipher.ts'
import { isConnectorId, type ConnectorId } from '#shared/connector-table.ts'
import { moneyLanguage } from '#shared/language-review.ts'
import { isMobileNumber, maskMobileNumber } from '#shared/mobile-number.ts'
import type { Language } from '#shared/language.ts'
import type { PortalCore, Upstreams } from './portal-core.ts'

type Watching = Pick<Parameters<typeof createDeskStore>[0], 'onChange' | 'onEvents'>
type Payment = {
  store: PostgresPaymentStore
  watching: Watching
  readDetails(asked: { transactionId: string; language: Language }, visit: null): Promise<TransactionDetails | null>
}

export type ConsoleParts = Pick<ConsoleDeps, 'cipher' | 'payments' | 'staff' | 'announcements' | 'switches' | 'claims' | 'health'>

/** What the console uses of the portal's features. */
export function consoleParts(
  core: PortalCore,
  outside: Upstreams,
  {
    store,
    watching,
    readDetails,
    content,
    onAnswered,
    ...others
  }: Payment & Switches & Announced & { content: SiteContent; onAnswered: () => void },
): ConsoleParts {
  collectStaffMetrics(core.metrics, core)
  return {
    cipher: createFieldCipher(core),
    payments: {
      store,
      async readVisitorPage(orderId, chosen) {
        const language = moneyLanguage(chosen)
        const [details, texts] = await Promise.all([
          readDetails({ transactionId: orderId, language }, null),
          content.read('payment-translation', language) as Promise<ContentPackages['payment-translation']>,
        ])
        if (!details) return null
        const href = new URL(`/payment/status?id=${orderId}`, core.publicUrl).href
        // As a reader with the link sees it: the page itself masks the number.
        return { title: checkedWords(details, texts).title, sentence: masked(moneySentence(details, texts), details), href }
      },
      readMessages: (orderId) => readSentMessages({ store, content }, orderId),
      previewMessage: async (kept, message) => (await writeMessages(content, kept, [message]))[0] ?? null,
    },
    staff: staffWork(core, watching),
    announcements: {
      desk: others.announcementDesk,
      wordsOf: others.announcements.wordsOf,
      open: (now) => readOpen(core.db, now),
      latest: (most) => readLatest(core.db, most),
    },
    switches: switchWork(core, { content, ...others }),
    claims: createClaimDesk({ db: core.db, clock: core.clock, guard: actGuard, content, onAnswered }),
    health: () => ({
      connectors: [...core.connectors].flatMap(([connector, guarded]) =>
        isConnectorId(connector) ? [{ connector, state: guarded.circuit() }] : [],
      ),
      systems: Object.entries(outside.health?.() ?? {}).map(([system, state]) => ({ system, state })),
    }),
  }
}

function masked(sentence: string, { msisdn }: TransactionDetails): string {
  return isMobileNumber(msisdn) ? sentence.replaceAll(msisdn, maskMobileNumber(msisdn)) : sentence
}

type Announced = { announcements: Announcements; announcementDesk: AnnouncementDesk }
type Switches = { switchDesk: SwitchDesk; offered: readonly ConnectorId[]; config: ProductConfig }

function switchWork(
  { db, limits, ussd }: PortalCore,
  { switchDesk, offered, config, content }: Switches & { content: SiteContent },
): ConsoleDeps['switches'] {
  const { codesPerMinute, pushesPerMinute } = limits
  return {
    desk: switchDesk,
    offered,
    closures: () => readClosures(db),
    lastAnswers: (now) => readLastAnswers(db, now),
    limits: async () => ({ amounts: await config.read(), codesPerMinute, pushesPerMinute, ussd }),
    async visitorTexts(language) {
      const { closedUntil, unavailable } = await content.read('payment-translation', moneyLanguage(language))
      return { closedUntil: String(closedUntil), unavailable: String(unavailable) }
    },
  }
}

/** Staff decide here; the worker does what follows, as after any change of a payment. */
function staffWork({ db, clock, ...secrets }: PortalCore, watching: Watching): StaffWork {
  const store = createDeskStore({ db, clock, ...watching })
  return {
    desk: createStaffDesk({ store, now: () => clock.now(), ids: newPaymentIds, refundCalls: hasRefundCall }),
    data: createDataWork({ db, clock, cipher: createFieldCipher(secrets) }),
    openProposal: async (orderId, now) => (await listOpenProposals(db, { now, orderId }))[0] ?? null,
    openProposals: (now) => listOpenProposals(db, { now }),
    ...createStaffNotes({ db, clock }),
  }
}
