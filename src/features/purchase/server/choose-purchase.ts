import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import { isSoldTo, type LineKind } from '#features/bundles/server/catalogue.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import { pageAccepts, type LinePage } from '#features/line/rules.ts'
import type { ProductConfig } from '#features/product-config/server/product-config.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { Xof } from '#shared/money.ts'
import { isXof } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import type { QueryData } from '../contract.ts'

export type Choice = { msisdn: MobileNumber; redirectPage: LinePage; asker: { key: string } } & (
  { kind: 'airtime'; amount: number } | { kind: 'bundle'; productCode: string }
)

export type PurchaseChooser = { choose(choice: Choice): Promise<QueryData> }

type Parts = { lines: LineChecks; catalogue: Catalogue; config: ProductConfig; sellsPostpaidBundles: boolean }

/** Turns a choice into a pending payment, with everything that decides the price looked up here (I9). */
export function openPurchaseChooser({ lines, catalogue, config, sellsPostpaidBundles }: Parts): PurchaseChooser {
  async function fittingLine(choice: Choice): Promise<LineKind> {
    const type = await lines.lineType(choice.msisdn, choice.asker)
    if (type === 'INVALID' || !pageAccepts(choice.redirectPage, type)) throw new Problem('line-does-not-fit')
    return type
  }

  async function airtime(choice: Choice & { kind: 'airtime' }, lineType: LineKind): Promise<QueryData> {
    const { preMinAmnt, preMaxAmnt } = await config.read()
    if (!isXof(choice.amount) || choice.amount < preMinAmnt || choice.amount > preMaxAmnt) throw new Problem('amount-out-of-limits')
    return pendingPayment(choice, {
      lineType,
      amount: choice.amount,
      transactionType: 'PREPAID_RECHARGE',
      rechargeType: 'PREPAID RECHARGE',
    })
  }

  async function bundle(choice: Choice & { kind: 'bundle' }, lineType: LineKind): Promise<QueryData> {
    const found = await catalogue.find(choice.productCode)
    if (!found || found.serviceType !== null || !isSoldTo(found, lineType, sellsPostpaidBundles)) throw new Problem('bundle-not-sold')
    const isPostpaid = lineType === 'POSTPAID' || lineType === 'HYBRID'
    const pending = pendingPayment(choice, {
      lineType,
      amount: found.price,
      transactionType: isPostpaid ? 'POSTPAID_BUNDLES' : 'PREPAID_BUNDLES',
      rechargeType: lineType === 'BROADBAND' ? 'Broadband Recharge' : 'BUNDLE PURCHASE',
    })
    const benefits = { description: found.name, data: found.data?.value ?? null, dataUnit: found.data?.unit ?? '' }
    return { ...pending, ...benefits, productCode: found.productCode, bundleInfo: { amount: found.price, lineType, ...benefits } }
  }

  return {
    async choose(choice) {
      const lineType = await fittingLine(choice)
      return choice.kind === 'airtime' ? airtime(choice, lineType) : bundle(choice, lineType)
    },
  }
}

type Known = { lineType: string; amount: Xof } & Pick<QueryData, 'transactionType' | 'rechargeType'>

function pendingPayment({ msisdn, redirectPage }: Choice, known: Known): QueryData {
  return {
    msisdn,
    enableDualCurrency: false,
    usdAmount: null,
    currency: 'XOF',
    productCode: null,
    description: '',
    data: null,
    dataUnit: '',
    redirectPage,
    theme: '',
    bundleInfo: null,
    emailId: null,
    invoiceDetail: null,
    pgOptions: [],
    ...known,
  }
}
