import { route, type RouteConfig } from '@react-router/dev/routes'

/** Every page of the portal. */
export default [
  // Shows every UI primitive; answers 404 in production.
  route('ui-gallery', 'features/ui-gallery/portal/ui-gallery.page.tsx'),
  route('language', 'features/site-content/portal/language.page.tsx'),
  // ROUTE-2: any unknown path shows the about page.
  route('*', 'features/site-content/portal/unknown-path.page.tsx'),
] satisfies RouteConfig
