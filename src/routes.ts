import { route, type RouteConfig } from '@react-router/dev/routes'

/** Every page of the portal. */
export default [
  route('hbb-lead', 'features/home-broadband-lead/portal/lead-plan.page.tsx'),
  route('hbb-lead/details', 'features/home-broadband-lead/portal/lead-details.page.tsx'),
  route('hbb-lead/address', 'features/home-broadband-lead/portal/lead-address.page.tsx'),
  route('hbb-lead/done', 'features/home-broadband-lead/portal/lead-done.page.tsx'),
  route('hbb-lead-status', 'features/home-broadband-lead/portal/lead-status.page.tsx'),
  // Shows every UI primitive; answers 404 in production.
  route('ui-gallery', 'features/ui-gallery/portal/ui-gallery.page.tsx'),
  route('language', 'features/site-content/portal/language.page.tsx'),
  // ROUTE-2: any unknown path shows the about page.
  route('*', 'features/site-content/portal/unknown-path.page.tsx'),
] satisfies RouteConfig
