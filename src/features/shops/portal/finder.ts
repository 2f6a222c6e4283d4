import { BRAND } from '#shared/operator.ts'
import type { ShopFilter } from '../rules.ts'

/** ROUTE-3: what the addresses of the page have in common and what not. */
type Finder = { filter: ShopFilter | null; metaPath: string; titleKey: 'title' | 'titleShops' | 'titleDealers' }

const FIXED_FINDERS: Readonly<Record<string, Finder>> = {
  [`/store_finder/${BRAND.slug}_shop`]: { filter: 'shop', metaPath: `/store_finder/${BRAND.slug}_shop`, titleKey: 'titleShops' },
  '/store_finder/dealers': { filter: 'dealer', metaPath: '/store_finder/dealers', titleKey: 'titleDealers' },
}

/** ROUTE-1, ROUTE-3 */
export const FINDER_PATHS = ['/storeLocator', '/store-locator', ...Object.keys(FIXED_FINDERS)]

export function finderOf(pathname: string): Finder {
  return FIXED_FINDERS[pathname] ?? { filter: null, metaPath: '/storeLocator', titleKey: 'title' }
}
