/** Every page that is plain HTML with islands: its address and its file below src. The others still stand in routes.ts. */
export const PAGE_TABLE: Readonly<Record<string, string>> = {
  '/': 'features/home/portal/home.page.tsx',
  '/prepaid-recharge': 'features/prepaid-recharge/portal/prepaid-recharge.page.tsx',
  '/data-bundle': 'features/data-bundle/portal/data-bundle.page.tsx',
  '/about': 'features/site-content/portal/about.page.tsx',
  '/privacy-policy': 'features/site-content/portal/privacy-policy.page.tsx',
}
