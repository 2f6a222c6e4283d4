/** Every page with the budget of its kind: forms must be light, lists may hold more. Each feature adds its pages here. */
export const PAGES: { path: string; kind: 'form' | 'list' }[] = [
  { path: '/', kind: 'form' },
  { path: '/about', kind: 'form' },
  { path: '/privacy-policy', kind: 'form' },
  { path: '/no-such-page', kind: 'form' },
]
