import { route, type RouteConfig } from '@react-router/dev/routes'
import { BRAND } from '#shared/brand.ts'

/** Every page of the portal. */
export default [
  route('hbb-lead', 'features/home-broadband-lead/portal/lead-plan.page.tsx'),
  route('hbb-lead/details', 'features/home-broadband-lead/portal/lead-details.page.tsx'),
  route('hbb-lead/address', 'features/home-broadband-lead/portal/lead-address.page.tsx'),
  route('hbb-lead/done', 'features/home-broadband-lead/portal/lead-done.page.tsx'),
  route('hbb-lead-status', 'features/home-broadband-lead/portal/lead-status.page.tsx'),
  route('openNetworks', 'features/coverage/portal/coverage.page.tsx'),
  // ROUTE-1, ROUTE-3: one page for shops and dealers under four addresses.
  ...['storeLocator', 'store-locator', `store_finder/${BRAND.slug}_shop`, 'store_finder/dealers'].map((path) =>
    route(path, 'features/shops/portal/shops.page.tsx', { id: path }),
  ),
  route('page-not-found', 'features/site-content/portal/page-not-found.page.tsx'),
  // Shows every UI primitive; answers 404 in production.
  route('ui-gallery', 'features/ui-gallery/portal/ui-gallery.page.tsx'),
  route('language', 'features/site-content/portal/language.page.tsx'),
  // ROUTE-2: any unknown path shows the about page.
  route('*', 'features/site-content/portal/unknown-path.page.tsx'),
] satisfies RouteConfig
