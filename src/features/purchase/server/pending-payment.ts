import type { Xof } from '#shared/money.ts'
import type { QueryData } from '../contract.ts'

type Known = { lineType: string; amount: Xof } & Pick<QueryData, 'msisdn' | 'redirectPage' | 'transactionType' | 'rechargeType'>

/** STATE-1: the specification's pending payment, with nothing in it yet but what every purchase has. */
export function pendingPayment(known: Known & Partial<QueryData>): QueryData {
  return {
    enableDualCurrency: false,
    usdAmount: null,
    currency: 'XOF',
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
  }
}
