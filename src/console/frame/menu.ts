/** The entries of the rail, in their order. Those whose page does not exist are not shown; those outside the reader's roles carry a padlock. */
export const MENU = {
  overview: { section: null, key: 'v' },
  payments: { section: 'money', key: 'p' },
  reviews: { section: 'money', key: 'c' },
  claims: { section: 'money', key: 'd' },
  reconciliation: { section: 'money', key: 'r' },
  texts: { section: 'portal', key: 't' },
  announcements: { section: 'portal', key: 'n' },
  switches: { section: 'portal', key: 'm' },
  'customer-data': { section: 'proof', key: 'l' },
  audit: { section: 'proof', key: 'j' },
} as const satisfies Record<string, { section: 'money' | 'portal' | 'proof' | null; key: string }>

export type MenuKey = keyof typeof MENU
export type MenuSection = NonNullable<(typeof MENU)[MenuKey]['section']>

export const MENU_KEYS = Object.keys(MENU).filter((key): key is MenuKey => key in MENU)

/** An entry as it is shown. */
export type MenuEntry = { key: MenuKey; href: string; isLocked: boolean; count: { count: number; isUrgent: boolean } | null }
