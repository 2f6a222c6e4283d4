/** STAT-5: what a purchase is once it is paid: each is told in words of its own. */
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

/** Until when a bundle that was activated at this moment is good; null where the catalogue names no end. */
export function bundleEnd(activatedAt: Date, { validity, validityUnit }: { validity?: number; validityUnit?: string }): Date | null {
  if (validity === undefined || validity <= 0) return null
  const end = new Date(activatedAt)
  if (validityUnit === 'hour') end.setUTCHours(end.getUTCHours() + validity)
  else if (validityUnit === 'day') end.setUTCDate(end.getUTCDate() + validity)
  else if (validityUnit === 'month') end.setUTCMonth(end.getUTCMonth() + validity)
  else return null
  return end
}

/** The words for what is true about the money when some of it moved: there is then something to keep a receipt of. */
const MOVED: ReadonlySet<string> = new Set([
  'taken',
  'held',
  'delivered',
  'coming-back',
  'given-back',
  'second-coming-back',
  'second-given-back',
])

export function hasMoneyMoved(money: string): boolean {
  return MOVED.has(money)
}
