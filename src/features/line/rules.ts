import type { LineType } from './contract.ts'

/** Which lines each page serves (NUM-1, PRE-4, POST-4, DATA-1, BB-1); a postpaid line has a bill and no balance. */
const ACCEPTED = {
  '/prepaid-recharge': ['PREPAID'],
  '/data-bundle': ['PREPAID'],
  '/postpaid-bill-pay': ['POSTPAID', 'HYBRID'],
  '/broadband-recharge': ['BROADBAND'],
  '/check-balance': ['PREPAID', 'HYBRID', 'BROADBAND'],
} as const satisfies Record<string, readonly LineType[]>

export type LinePage = keyof typeof ACCEPTED
/** The pages that lead to a payment. */
export type SellingPage = Exclude<LinePage, '/check-balance'>

/** The kind of line stored in a visit for each page (STATE-1). */
export const KIND_OF_PAGE = {
  '/prepaid-recharge': 'prepaid',
  '/data-bundle': 'prepaid',
  '/broadband-recharge': 'broadband',
  '/postpaid-bill-pay': 'postpaid',
} as const satisfies Record<SellingPage, string>

/** DATA-1: where the country sells bundles to postpaid lines, their page takes them too. */
export function pageAccepts(page: LinePage, type: LineType, sellsPostpaidBundles = false): boolean {
  const accepted: readonly LineType[] = ACCEPTED[page]
  const isPostpaid = type === 'POSTPAID' || type === 'HYBRID'
  return accepted.includes(type) || (page === '/data-bundle' && isPostpaid && sellsPostpaidBundles)
}

/** The page that serves a line type; null for an unassigned number. */
export function fittingPage(type: LineType): SellingPage | null {
  switch (type) {
    case 'PREPAID':
      return '/prepaid-recharge'
    case 'POSTPAID':
    case 'HYBRID':
      return '/postpaid-bill-pay'
    case 'BROADBAND':
      return '/broadband-recharge'
    case 'INVALID':
      return null
  }
}

/** The result of a number check for a page. `problem` is a key of the recharge texts. */
export type NumberVerdict =
  | { kind: 'accepted'; type: LineType }
  | { kind: 'refused'; type: LineType; fitting: SellingPage | null }
  | { kind: 'unchecked'; isBusy: boolean }

export function judgeLine(page: LinePage, type: LineType, sellsPostpaidBundles = false): NumberVerdict {
  return pageAccepts(page, type, sellsPostpaidBundles) ? { kind: 'accepted', type } : { kind: 'refused', type, fitting: fittingPage(type) }
}
