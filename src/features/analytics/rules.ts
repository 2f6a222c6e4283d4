/** ROUTE-7: last path segment, hyphens to underscores, 'homepage' for the root, after the code of the country and `_cw_`, lower case. */
export function analyticsPageName(pathname: string, country: string): string {
  const last = /([^/]+)\/*$/.exec(pathname)?.[1] ?? 'homepage'
  return `${country}_cw_${last.replace(/-/g, '_')}`.toLowerCase()
}

/** Names that may be counted. A transaction id or a number in the last path segment is not one of them. */
export const ANALYTICS_PAGE_PATTERN = '^[a-z]{2}_cw_(?!.*[0-9]{5})[a-z_0-9]{1,40}$'

const MAX_FIGURES = 3

/** LINK-4: twenty or more letters without a vowel are not a page name but a payment link or the code of a receipt. */
const SIGNED_LETTERS = /_cw_(g[a-hj-np-z2-9]{12}[b-df-hj-np-tv-xz]{10}|[b-df-hj-np-tv-xz]{20,})$/

/** The number of a help question stays; a name with more digits may hold a PIN or a part of a card number, and is not counted. */
export function countedPage(page: string): string {
  if (SIGNED_LETTERS.test(page)) return page.replace(SIGNED_LETTERS, '_cw_signed_link')
  return page.replace(/[^0-9]/g, '').length > MAX_FIGURES ? page.replace(/[0-9]/g, '') : page
}
