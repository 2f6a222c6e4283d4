/** STAT-5: what a paid purchase is; each kind has its own wording. */
export type BoughtKind = 'airtime' | 'bundle' | 'bill' | 'order'

export function boughtKind(transactionType: string): BoughtKind {
  switch (transactionType) {
    case 'PREPAID_BUNDLES':
    case 'POSTPAID_BUNDLES':
      return 'bundle'
    case 'POSTPAID_BILL':
    case 'BILL_PAYMENT':
      return 'bill'
    case 'HBB_LEADS':
      return 'order'
    default:
      return 'airtime'
  }
}

/** End of validity of a bundle activated at this moment; null where the catalogue names none. */
export function bundleEnd(activatedAt: Date, { validity, validityUnit }: { validity?: number; validityUnit?: string }): Date | null {
  if (validity === undefined || validity <= 0) return null
  const end = new Date(activatedAt)
  if (validityUnit === 'hour') end.setUTCHours(end.getUTCHours() + validity)
  else if (validityUnit === 'day') end.setUTCDate(end.getUTCDate() + validity)
  else if (validityUnit === 'month') end.setUTCMonth(end.getUTCMonth() + validity)
  else return null
  return end
}

/** Statuses that mean money moved, so a receipt exists. */
const MOVED: ReadonlySet<string> = new Set([
  'taken',
  'held',
  'delivered',
  'coming-back',
  'given-back',
  'second-coming-back',
  'second-given-back',
  'delivered-coming-back',
  'delivered-given-back',
])

export function hasMoneyMoved(money: string): boolean {
  return MOVED.has(money)
}
