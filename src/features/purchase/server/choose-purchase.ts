import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import { isSoldTo, shownValidity, wordsOf, type LineKind } from '#features/bundles/server/catalogue.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import { pageAccepts, type SellingPage } from '#features/line/rules.ts'
import type { ProductConfig } from '#features/site-content/server/product-config.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { toMajor } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { TRANSACTION_LABELS } from '#shared/transaction-codes.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { QueryData } from '../contract.ts'
import { chooseInvoice, choosePostpaidBill, type InvoiceChoice, type PayableBills, type PostpaidBillChoice } from './choose-bill.ts'
import { amountWithin } from './amount-within.ts'
import { pendingPayment } from './pending-payment.ts'

type LineChoice = { msisdn: MobileNumber; redirectPage: SellingPage; caller: Caller } & (
  { kind: 'airtime'; amount: number } | { kind: 'bundle'; productCode: string } | PostpaidBillChoice
)

export type Choice = LineChoice | InvoiceChoice

export type PurchaseChooser = { choose(choice: Choice, language: Language): Promise<QueryData> }

type Deps = {
  lines: LineChecks
  catalogue: Catalogue
  bills: PayableBills
  config: ProductConfig
  rateLimiter: RateLimiter
  sellsPostpaidBundles: boolean
}

/** Turns a choice into a pending payment, with everything that decides the price looked up here (I9). */
export function createPurchaseChooser({ lines, catalogue, bills, config, rateLimiter, sellsPostpaidBundles }: Deps): PurchaseChooser {
  async function fittingLine(choice: LineChoice): Promise<LineKind> {
    const type = await lines.lineTypeUnmetered(choice.msisdn)
    if (type === 'INVALID' || !pageAccepts(choice.redirectPage, type, sellsPostpaidBundles)) throw new Problem('line-does-not-fit')
    return type
  }

  async function airtime(choice: LineChoice & { kind: 'airtime' }, lineType: LineKind): Promise<QueryData> {
    const { preMinAmnt, preMaxAmnt } = await config.read()
    const amount = amountWithin(choice.amount, { min: preMinAmnt, max: preMaxAmnt })
    return pendingPayment({
      msisdn: choice.msisdn,
      redirectPage: choice.redirectPage,
      lineType,
      amount,
      transactionType: 'PREPAID_RECHARGE',
      rechargeType: TRANSACTION_LABELS.airtime,
    })
  }

  async function bundle(choice: LineChoice & { kind: 'bundle' }, lineType: LineKind, language: Language): Promise<QueryData> {
    const found = await catalogue.find(choice.productCode)
    if (!found || found.serviceType !== null || !isSoldTo(found, lineType, sellsPostpaidBundles)) throw new Problem('bundle-not-sold')
    const isPostpaid = lineType === 'POSTPAID' || lineType === 'HYBRID'
    const pending = pendingPayment({
      msisdn: choice.msisdn,
      redirectPage: choice.redirectPage,
      lineType,
      amount: found.price,
      transactionType: isPostpaid ? 'POSTPAID_BUNDLES' : 'PREPAID_BUNDLES',
      rechargeType: lineType === 'BROADBAND' ? TRANSACTION_LABELS.broadband : TRANSACTION_LABELS.bundle,
    })
    // Data without end has no figure: the name of the bundle says it.
    const { value = null, unit = '' } = found.data === 'unlimited' ? {} : (found.data ?? {})
    const benefits = { description: wordsOf(found, language).name, data: value, dataUnit: unit }
    return {
      ...pending,
      ...benefits,
      ...shownValidity(found),
      productCode: found.productCode,
      bundleInfo: { amount: toMajor(found.price), lineType, ...benefits },
    }
  }

  return {
    async choose(choice, language) {
      await rateLimiter.consume('buying', choice.caller)
      if (choice.kind === 'invoice') return chooseInvoice({ bills }, choice)
      const lineType = await fittingLine(choice)
      switch (choice.kind) {
        case 'airtime':
          return airtime(choice, lineType)
        case 'bundle':
          return bundle(choice, lineType, language)
        case 'postpaid-bill':
          return choosePostpaidBill({ bills, config }, choice, lineType)
      }
    },
  }
}
