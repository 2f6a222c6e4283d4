/** Drawn like the icons of the home page. */
export const SAMPLE_ICONS = {
  data: 'M4 20v-6M10 20V10M16 20V6M21 20H3',
  call: 'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a1 1 0 0 1-1 1A15 15 0 0 1 4 5a1 1 0 0 1 1-1z',
  sms: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  world: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  card: 'M3 6h18v12H3zM3 10h18M7 15h4',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  wallet: 'M4 7h16v12H4zM4 7l11-3v3M15 13h2',
} as const
