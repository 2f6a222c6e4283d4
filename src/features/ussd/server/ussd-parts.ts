import type { BalanceQueries } from '#features/balance-query/server/read-balances.ts'
import type { BillLookups } from '#features/bills/server/look-up-bills.ts'
import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import type { SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import type { LinePayments } from '#features/payment/server/line-payments.ts'
import type { ProductConfig } from '#features/product-config/server/product-config.ts'
import type { PurchaseChooser } from '#features/purchase/server/choose-purchase.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Asker } from '#server/limits/asker.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { AirtimeCaps } from './ussd-purchases.store.ts'

/** What the menu asks about shops, in its own words. */
export type ShopLists = {
  towns(): Promise<{ regions: { region: string; towns: { town: string }[] }[] }>
  inTown(town: string): Promise<{ name: string; address: string; phone: string }[]>
}

/** The use cases of the web: the menu has no rule of its own about anything that is looked up, bought or paid. */
export type UseCases = {
  lines: LineChecks
  catalogue: Pick<Catalogue, 'list'>
  chooser: PurchaseChooser
  payments: LinePayments
  balances: Pick<BalanceQueries, 'readCalling'>
  bills: Pick<BillLookups, 'outstandingOfLine'>
  shops: ShopLists
  config: ProductConfig
  sellsPostpaidBundles: boolean
}

export type UssdParts = UseCases & {
  db: Database
  clock: Clock
  content: SiteContent
  sms: SmsSender
  secret: string
  publicOrigin: string
  /** As people dial it: *222#. */
  code: string
  caps: AirtimeCaps
  onError: (error: unknown) => void
}

/** Whoever calls: the line is the network's word, the visit and the limits are that line's own. */
export type Caller = { msisdn: MobileNumber; visit: Visit; asker: Asker; language: Language }
