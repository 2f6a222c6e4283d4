import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** Every page of the portal. */
export default [
  index('features/home/portal/home.page.tsx'),
  route('about', 'features/site-content/portal/about.page.tsx'),
  route('page-not-found', 'features/site-content/portal/page-not-found.page.tsx'),
  route('privacy-policy', 'features/site-content/portal/privacy-policy.page.tsx'),
  route('language', 'features/site-content/portal/language.page.tsx'),
  // ROUTE-2: any unknown path shows the about page.
  route('*', 'features/site-content/portal/unknown-path.page.tsx'),
] satisfies RouteConfig
