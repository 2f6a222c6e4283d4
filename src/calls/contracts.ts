import * as analytics from '#features/analytics/contract.ts'
import * as balanceQuery from '#features/balance-query/contract.ts'
import * as bills from '#features/bills/contract.ts'
import * as bundles from '#features/bundles/contract.ts'
import * as coverage from '#features/coverage/contract.ts'
import * as feedback from '#features/feedback/contract.ts'
import * as findPayment from '#features/find-payment/contract.ts'
import * as help from '#features/help/contract.ts'
import * as homeBroadbandLead from '#features/home-broadband-lead/contract.ts'
import * as line from '#features/line/contract.ts'
import * as oneTimeCode from '#features/one-time-code/contract.ts'
import * as payment from '#features/payment/contract.ts'
import * as paymentOfVisit from '#features/payment/visit-contract.ts'
import * as paymentLink from '#features/payment-link/contract.ts'
import * as places from '#features/places/contract.ts'
import * as productConfig from '#features/site-content/config-contract.ts'
import * as purchase from '#features/purchase/contract.ts'
import * as receipt from '#features/receipt/contract.ts'
import * as sealing from '#features/field-encryption/contract.ts'
import * as shops from '#features/shops/contract.ts'
import * as siteContent from '#features/site-content/contract.ts'
import * as visit from '#features/visit/contract.ts'
import { isCall } from './call-facts.ts'

const CONTRACTS = {
  ...analytics,
  ...balanceQuery,
  ...bills,
  ...bundles,
  ...coverage,
  ...feedback,
  ...findPayment,
  ...help,
  ...homeBroadbandLead,
  ...line,
  ...oneTimeCode,
  ...payment,
  ...paymentOfVisit,
  ...paymentLink,
  ...places,
  ...productConfig,
  ...purchase,
  ...receipt,
  ...sealing,
  ...shops,
  ...siteContent,
  ...visit,
}

type Contracts = typeof CONTRACTS

/** Every call by the name under which its contract exports it. Contracts export schemas, too. */
export type Calls = { [Name in keyof Contracts as Contracts[Name] extends { isRepeatable: boolean } ? Name : never]: Contracts[Name] }
export type CallName = keyof Calls

/** For the server: browsers import the contracts they use. */
export const CALLS = Object.fromEntries(Object.entries(CONTRACTS).filter(([, value]) => isCall(value))) as Calls
