/**
 * The operator's identity. With `src/portal/styles/brand.css` (colours) and `src/portal/layout/logo.tsx` (mark)
 * these are the only files an operator edits to put its own name on the portal.
 */
export const BRAND = {
  name: 'Ténéré Mobile',
  slug: 'tenere',
  moneyName: 'Ténéré Money',
  /** The free support line (HELP-4). */
  supportNumber: '300',
  /** True for the fictional operator: pages then say that its data is for demonstration. */
  isDemonstration: true,
} as const
