import type { CategoryIcon } from '../rules.ts'

/** BUN-1: drawn for this portal on a 24 px grid, as strokes. */
export const CATEGORY_ICONS = {
  data: 'M4 20v-6M10 20V10M16 20V6M21 20H3',
  internet: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  sms: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  international: 'M3 12l18-8-7 17-3-7z',
  roaming: 'M12 21s7-6.2 7-11a7 7 0 1 0-14 0c0 4.8 7 11 7 11zM9.5 10.5l2 2 3.5-4',
  call: 'M6 3h4l2 5-2.5 1.8a12 12 0 0 0 4.7 4.7L16 12l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2z',
} as const satisfies Record<CategoryIcon, string>
