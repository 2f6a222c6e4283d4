import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import type { SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import type { LinePayments } from '#features/payment/server/checkout/line-payments.ts'
import type { ProductConfig } from '#features/site-content/server/product-config.ts'
import type { PurchaseChooser } from '#features/purchase/server/choose-purchase.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { AirtimeCaps } from './ussd-purchases.store.ts'

/** The queries of the menu about shops. */
export type ShopLists = {
  towns(): Promise<{ regions: { region: string; towns: { town: string }[] }[] }>
  inTown(town: string): Promise<{ name: string; address: string; phone: string }[]>
}

/** The queries of the menu about the balances of the calling line. */
export type LineBalances = {
  readCalling(line: {
    msisdn: MobileNumber
    caller: Caller
  }): Promise<{ serviceType: string; balanceDescription: string; balance: number | null; unitType: string; expireTime: string | null }[]>
}

/** The queries of the menu about the bill of the calling line. */
export type LineBills = {
  outstandingOfLine(
    question: { msisdn: MobileNumber; isProved: () => Promise<boolean> },
    caller: Caller,
  ): Promise<{ payableAmount: number | null; debt: string }>
}

/** The use cases of the web. The menu adds no rules of its own to lookups, purchases and payments. */
export type UseCases = {
  lines: LineChecks
  catalogue: Pick<Catalogue, 'list' | 'labelIn'>
  chooser: PurchaseChooser
  payments: LinePayments
  balances: LineBalances
  bills: LineBills
  shops: ShopLists
  config: ProductConfig
  /** CON-8: what staff announce, on the first screen. */
  announcements: { forMenu(language: Language): Promise<string | null> }
  sellsPostpaidBundles: boolean
}

export type UssdDeps = UseCases & {
  db: Database
  clock: Clock
  content: SiteContent
  sms: SmsSender
  secret: string
  publicOrigin: string
  /** In its dialled form: *222#. */
  code: string
  caps: AirtimeCaps
  onError: (error: unknown) => void
}

/** The caller: the network vouches for the line, and the visit and rate limits belong to that line. */
export type UssdUser = { msisdn: MobileNumber; visit: Visit; caller: Caller; language: Language }
