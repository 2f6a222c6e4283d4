import { BRAND } from './operator.ts'

/** TYPE-1: section 3 of the specification, the purchase types, as pages and the hub title them. */
export const TRANSACTION_LABELS = {
  airtime: 'PREPAID RECHARGE',
  postpaidBill: 'POSTPAID BILL PAYMENT',
  bundle: 'BUNDLE PURCHASE',
  television: `${BRAND.slug}TV`,
  broadband: 'Broadband Recharge',
  invoice: 'BILL_PAYMENT',
  hybridCheck: 'HYBRID_POSTPAID_CHECK',
} as const

/** The internal codes of the same. */
export const TRANSACTION_TYPES = ['PREPAID_RECHARGE', 'POSTPAID_BILL', 'PREPAID_BUNDLES', 'POSTPAID_BUNDLES', 'HBB_LEADS'] as const

/** Section 9: the label of a 5G request. */
const LEAD_LABEL = 'ODU PURCHASE'

/** The title of a pending payment. */
export const RECHARGE_TYPES = [...Object.values(TRANSACTION_LABELS), LEAD_LABEL] as const

/** The internal code of a pending payment: invoices have only their label. */
export const PENDING_TYPES = [...TRANSACTION_TYPES, TRANSACTION_LABELS.invoice] as const

/** Values in a call: both lists, because callers use either. */
export const TRANSACTION_WORDS = [...TRANSACTION_TYPES, ...Object.values(TRANSACTION_LABELS)] as const

/** Types without a product in the catalogue. */
export function isNotSoldHere(words: readonly (string | undefined)[]): boolean {
  return words.includes(TRANSACTION_LABELS.television)
}
