import { toMajor, type Money } from '#shared/money.ts'
import type { QueryData } from '../contract.ts'

type Known = { lineType: string; amount: Money } & Pick<QueryData, 'msisdn' | 'redirectPage' | 'transactionType' | 'rechargeType'>

/** STATE-1: the specification's pending payment, with nothing in it yet but what every purchase has. Its amount is in units. */
export function pendingPayment(known: Known & Partial<Omit<QueryData, 'amount' | 'currency'>>): QueryData {
  return {
    enableDualCurrency: false,
    usdAmount: null,
    productCode: null,
    description: '',
    data: null,
    dataUnit: '',
    theme: '',
    bundleInfo: null,
    emailId: null,
    invoiceDetail: null,
    pgOptions: [],
    ...known,
    amount: toMajor(known.amount),
    currency: known.amount.currency,
  }
}
