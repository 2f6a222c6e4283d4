import type { QueryData } from '#features/purchase/contract.ts'

/** A recharge of 500 francs, with overrides. */
export function aPurchase(change: Partial<QueryData> = {}): QueryData {
  return {
    msisdn: '90000001',
    enableDualCurrency: false,
    usdAmount: null,
    amount: 500,
    currency: 'XOF',
    lineType: 'PREPAID',
    transactionType: 'PREPAID_RECHARGE',
    productCode: null,
    description: '',
    data: null,
    dataUnit: '',
    redirectPage: '/prepaid-recharge',
    rechargeType: 'PREPAID RECHARGE',
    theme: '',
    bundleInfo: null,
    emailId: null,
    invoiceDetail: null,
    pgOptions: [],
    ...change,
  }
}
