import { BRAND } from './brand.ts'

/** TYPE-1: section 3 of the specification, what is bought, as visitors' pages and the hub title it. */
export const TRANSACTION_LABELS = {
  airtime: 'PREPAID RECHARGE',
  postpaidBill: 'POSTPAID BILL PAYMENT',
  bundle: 'BUNDLE PURCHASE',
  television: `${BRAND.slug}TV`,
  broadband: 'Broadband Recharge',
  invoice: 'BILL_PAYMENT',
  hybridCheck: 'HYBRID_POSTPAID_CHECK',
} as const

/** The same inside. */
export const TRANSACTION_TYPES = ['PREPAID_RECHARGE', 'POSTPAID_BILL', 'PREPAID_BUNDLES', 'POSTPAID_BUNDLES', 'HBB_LEADS'] as const

/** Section 9: the label of a 5G request. */
const LEAD_LABEL = 'ODU PURCHASE'

/** What a pending payment is titled with. */
export const RECHARGE_TYPES = [...Object.values(TRANSACTION_LABELS), LEAD_LABEL] as const
export type RechargeType = (typeof TRANSACTION_LABELS)[keyof typeof TRANSACTION_LABELS] | typeof LEAD_LABEL

/** What a pending payment is inside: invoices have no other word than their label. */
export const PENDING_TYPES = [...TRANSACTION_TYPES, TRANSACTION_LABELS.invoice] as const

/** What a call may name: both lists, for callers use either. */
export const TRANSACTION_WORDS = [...TRANSACTION_TYPES, ...Object.values(TRANSACTION_LABELS)] as const

/** Nothing of it is in the catalogue. */
export function isNotSoldHere(words: readonly (string | undefined)[]): boolean {
  return words.includes(TRANSACTION_LABELS.television)
}
