import type pg from 'pg'
import { composeAnalytics } from '#features/analytics/server/compose-analytics.ts'
import { composeAnnouncements } from '#features/announcements/server/compose-announcements.ts'
import { composeBalanceQuery } from '#features/balance-query/server/compose-balance-query.ts'
import { composeBills } from '#features/bills/server/compose-bills.ts'
import { composeBundles } from '#features/bundles/server/compose-bundles.ts'
import { composeCoverage } from '#features/coverage/server/compose-coverage.ts'
import { composeFeedback } from '#features/feedback/server/compose-feedback.ts'
import { composeFindPayment } from '#features/find-payment/server/compose-find-payment.ts'
import { composeHelp } from '#features/help/server/compose-help.ts'
import { composeHomeBroadbandLead } from '#features/home-broadband-lead/server/compose-home-broadband-lead.ts'
import { composeLine } from '#features/line/server/compose-line.ts'
import { composeOneTimeCode } from '#features/one-time-code/server/compose-one-time-code.ts'
import { composePaymentLink } from '#features/payment-link/server/compose-payment-link.ts'
import { composePayment } from '#features/payment/server/compose-payment.ts'
import { composePlaces } from '#features/places/server/compose-places.ts'
import { composePurchase } from '#features/purchase/server/compose-purchase.ts'
import { composeReceipt } from '#features/receipt/server/compose-receipt.ts'
import { composeFieldEncryption } from '#features/field-encryption/server/compose-field-encryption.ts'
import { composeShops } from '#features/shops/server/compose-shops.ts'
import { composeSwitches } from '#features/switches/server/compose-switches.ts'
import { composeSiteContent } from '#features/site-content/server/compose-site-content.ts'
import { composeUssd, ussdLanguages } from '#features/ussd/server/compose-ussd.ts'
import { composeVisit } from '#features/visit/server/compose-visit.ts'
import { createVisitors } from '#server/calls/visitor.ts'
import type { Settings } from '#settings/settings.ts'
import { consoleParts } from './console-parts.ts'
import { createCore, type Upstreams } from './portal-core.ts'
import { servePortal } from './serve-portal.ts'
import { composeTexts } from './text-parts.ts'
import { receiptPaperWriter } from './write-receipt-paper.ts'

export type PortalModule = Awaited<ReturnType<typeof buildPortal>>

/** Composes settings, database (seeded before) and features into the portal's calls. Tests build it too, with their own database. */
export async function buildPortal(settings: Settings, pool: pg.Pool, outside: Upstreams) {
  const core = createCore(settings, pool, outside)
  const analytics = composeAnalytics(core)
  const visit = composeVisit(core)
  const sealing = composeFieldEncryption(core)
  const coverage = await composeCoverage(core)
  const siteContent = await composeSiteContent({ ...core, ...coverage })
  const announced = composeAnnouncements({ ...core, ...siteContent })
  const baseDeps = { ...core, ...analytics, ...visit, ...sealing, ...siteContent }

  const help = await composeHelp(baseDeps)
  const feedback = composeFeedback(baseDeps)
  const shops = await composeShops(baseDeps)
  const places = composePlaces({ ...baseDeps, ownPlaces: () => shops.shops.places() })
  const line = composeLine(baseDeps)
  const oneTimeCode = composeOneTimeCode({ ...baseDeps, ...line })
  const bundles = composeBundles(baseDeps)
  const lineDeps = { ...baseDeps, ...line, ...oneTimeCode, ...bundles, names: bundles.catalogue }

  const balanceQuery = composeBalanceQuery(lineDeps)
  const bills = composeBills(lineDeps)
  const purchase = composePurchase({ ...lineDeps, ...balanceQuery, ...bills })
  const switches = composeSwitches(core)
  const payment = composePayment({ ...lineDeps, ...bills, ...switches, chosenLanguage: ussdLanguages(core) })
  const findPayment = composeFindPayment({ ...lineDeps, ...payment })
  const homeBroadbandLead = composeHomeBroadbandLead({ ...lineDeps, ...places, payments: payment })
  const paymentLink = composePaymentLink({ ...lineDeps, ...purchase })
  const ussd = composeUssd({ ...lineDeps, ...balanceQuery, ...bills, ...purchase, ...shops, ...announced, payments: payment.linePayments })
  const visitors = createVisitors({ ...baseDeps, ...visit })
  const receipt = composeReceipt({ ...baseDeps, ...payment, visitors, writePaper: receiptPaperWriter(siteContent.content) })

  const { texts } = composeTexts(core.db)

  const features = [siteContent, places, coverage, shops, analytics, help, feedback, visit, sealing, line]
  const paying = [oneTimeCode, bundles, bills, balanceQuery, purchase, homeBroadbandLead, paymentLink, payment, findPayment, receipt]
  const versions = [siteContent, help, coverage, shops, announced]
  const portal = await servePortal(core, outside, {
    ...baseDeps,
    visitors,
    calls: analytics.countCalls([...features, ...paying].flatMap(({ calls }) => calls)),
    routes: [oneTimeCode, payment, receipt, ussd].flatMap(({ routes }) => routes),
    demonstrations: { shops: shops.isDemonstration, sites: coverage.isDemonstration },
  })
  return {
    ...portal,
    visits: visit.visits,
    contentVersion: async () => (await Promise.all(versions.map(({ version }) => version()))).join('/'),
    /** Does due payment work; the process that starts the portal schedules it. */
    worker: payment.worker,
    sendCaseReplies: findPayment.sendCaseReplies,
    announcementsOn: announced.announcements.pageAnnouncements,
    endAnnouncementProposals: announced.announcementDesk.expire,
    /** CON-8: opens the ways to pay whose time is over. */
    reopenWays: () => switches.reopenDue((id) => payment.health.isAvailable(id)),
    /** What the operator's console uses. */
    consoleParts: { ...consoleParts(core, outside, { ...payment, ...siteContent, ...findPayment, ...switches, ...announced }), texts },
    publishTexts: async () => void (await texts.publishDue()),
  }
}
